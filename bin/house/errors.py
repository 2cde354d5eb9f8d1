"""The one error that a command ends with: a sentence for the person at the keyboard."""


class HouseError(Exception):
    """Something the person has to see to. Its text says what, and the command that helps."""
