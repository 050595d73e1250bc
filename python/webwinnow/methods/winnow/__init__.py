from webwinnow.methods.winnow.method import Winnow

__all__ = ["Winnow"]
