"""The picture of a page with its regions drawn on it."""

import numpy as np

from webwinnow.errors import InputError
from webwinnow.visual.look import Look

__all__ = ["draw"]

# Blue, green and red, as OpenCV has them.
POLYGON, BOX = (200, 80, 0), (60, 140, 255)


def draw(look: Look) -> bytes:
    """PNG: the polygon around each region that targets are in is blue, the rectangle around it
    orange, and its number stands to the right of it. `InputError` without a picture.
    """
    import cv2

    if not look.picture:
        raise InputError("there is no picture to draw on; look at the page with picture=True")
    picture = cv2.imdecode(np.frombuffer(look.picture, np.uint8), cv2.IMREAD_COLOR)
    for number in np.unique(look.region_of_target[look.region_of_target >= 0]).tolist():
        region = look.regions[number]
        left, top, right, bottom = np.rint(region.box).astype(int).tolist()
        cv2.rectangle(picture, (left, top), (right, bottom), BOX, 1)
        cv2.polylines(picture, [np.rint(region.polygon).astype(np.int32)], True, POLYGON, 2)
        where = (right + 4, top + 14)
        cv2.putText(picture, str(number), where, cv2.FONT_HERSHEY_SIMPLEX, 0.5, POLYGON, 1)
    return bytes(cv2.imencode(".png", picture)[1])
