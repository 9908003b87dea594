"""The lab, practice and the editor of submissions: for everyone, signed in or not."""
