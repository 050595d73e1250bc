"""Routes of the studio: viewing pages, projects, labels, training."""
