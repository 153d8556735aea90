/** Numbers for values, in the order in which they come up. */
export class Numbers<Value extends string | number> {
  readonly values: Value[] = [];
  private readonly numbers = new Map<Value, number>();

  /** The number of a value; a new one gets the next one. */
  number(value: Value): number {
    const known = this.numbers.get(value);
    if (known !== undefined) return known;
    this.numbers.set(value, this.values.length);
    this.values.push(value);
    return this.values.length - 1;
  }

  /** The number of a value that is known, or undefined. */
  find(value: Value): number | undefined {
    return this.numbers.get(value);
  }
}

/** Numbers for texts. */
export class Dictionary extends Numbers<string> {
  /** The text of a number; empty for a number that none has. */
  text(number: number): string {
    return this.values[number] ?? '';
  }
}
