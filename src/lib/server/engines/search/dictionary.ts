/** Numbers values in the order of their first use. */
export class Numbers<Value extends string | number> {
  readonly values: Value[] = [];
  private readonly numbers = new Map<Value, number>();

  /** The number of a value; a new value gets the next one. */
  number(value: Value): number {
    const known = this.numbers.get(value);
    if (known !== undefined) return known;
    this.numbers.set(value, this.values.length);
    this.values.push(value);
    return this.values.length - 1;
  }

  /** The number of a known value, or undefined. */
  find(value: Value): number | undefined {
    return this.numbers.get(value);
  }
}

/** Numbers for texts. */
export class Dictionary extends Numbers<string> {
  /** The text of a number; empty for an unknown number. */
  text(number: number): string {
    return this.values[number] ?? '';
  }
}
