"""The REST service: `webwinnow serve`, and what the studio takes over of it."""
