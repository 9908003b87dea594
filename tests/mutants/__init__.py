"""`make mutants`: the code behind each cite is changed, one small change at a time, and a marked test must notice.

``sites`` and ``changes`` say what can be changed, ``measure`` which test executes what, ``choose`` which tests are
asked about which change, ``runner`` asks them, ``report`` tells what nobody noticed.
"""
