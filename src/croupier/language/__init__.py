"""The languages of the pages: English as the house says it, others from the catalogues beside this file.

The house speaks English throughout: what it keeps, works out once or tells a program is the same for everyone. What
leaves it for a page is translated into the language of whoever asks (`translate`), by the message that it was made
from. So English costs nothing, nothing in another language is ever kept, and an old record is read in a new language.
"""

from croupier.language.catalogue import ENGLISH, PSEUDO, languages
from croupier.language.current_language import chosen, current_language
from croupier.language.translate import Names, translate

__all__ = ["ENGLISH", "PSEUDO", "Names", "chosen", "current_language", "languages", "translate"]
