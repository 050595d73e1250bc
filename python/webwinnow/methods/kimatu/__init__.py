from webwinnow.methods.kimatu.method import Kimatu

__all__ = ["Kimatu"]
