/** Numbers that come one by one, kept in a typed array: a quarter of what a list of numbers takes. */
export class IntList {
  private items = new Int32Array(16);
  length = 0;

  push(number: number): void {
    if (this.length === this.items.length) {
      const larger = new Int32Array(this.items.length * 2);
      larger.set(this.items);
      this.items = larger;
    }
    this.items[this.length++] = number;
  }

  at(place: number): number {
    return this.items[place] ?? 0;
  }

  set(place: number, number: number): void {
    this.items[place] = number;
  }

  /** What it holds now; the next push may leave it behind. */
  get numbers(): Int32Array {
    return this.items.subarray(0, this.length);
  }
}
