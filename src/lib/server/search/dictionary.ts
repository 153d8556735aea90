/** Numbers for texts, in the order in which they come up. */
export class Dictionary {
  readonly values: string[] = [];
  private readonly numbers = new Map<string, number>();

  /** The number of a text; a new text gets the next one. */
  number(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    this.numbers.set(text, this.values.length);
    this.values.push(text);
    return this.values.length - 1;
  }

  /** The text of a number; empty for a number that none has. */
  text(number: number): string {
    return this.values[number] ?? '';
  }

  /** The number of a text that is known, or undefined. */
  find(text: string): number | undefined {
    return this.numbers.get(text);
  }
}
