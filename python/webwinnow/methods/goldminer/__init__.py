from webwinnow.methods.goldminer.method import GoldMiner

__all__ = ["GoldMiner"]
