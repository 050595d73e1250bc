"""Training jobs of the studio: queue, training process, models."""
