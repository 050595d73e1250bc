from webwinnow.methods.fiasco.method import Fiasco, FiascoVisual

__all__ = ["Fiasco", "FiascoVisual"]
