"""The REST service: `webwinnow serve`. The studio serves its routes, too."""
