// Which units are selected: a stretch of them, with one end that moves.

export class Selection {
  constructor(count) {
    this.count = count;
    this.anchor = 0;
    this.current = 0;
  }

  get first() {
    return Math.min(this.anchor, this.current);
  }

  get last() {
    return Math.max(this.anchor, this.current);
  }

  get places() {
    return this.count ? Array.from({length: this.last - this.first + 1}, (_, step) => this.first + step) : [];
  }

  go(place) {
    this.current = this.anchor = this.inside(place);
  }

  extend(place) {
    this.current = this.inside(place);
  }

  // Both ends at once; the moving end is the last.
  set(first, last) {
    this.anchor = this.inside(first);
    this.current = this.inside(last);
  }

  inside(place) {
    return Math.max(0, Math.min(this.count - 1, place));
  }
}
