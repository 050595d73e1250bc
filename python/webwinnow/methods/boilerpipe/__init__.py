from webwinnow.methods.boilerpipe.method import Boilerpipe

__all__ = ["Boilerpipe"]
