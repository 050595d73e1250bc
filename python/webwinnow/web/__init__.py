"""HTTP services: the REST service, the studio, and what they share."""
