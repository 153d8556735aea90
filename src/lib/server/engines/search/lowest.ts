/** The lowest of any number of numbers, ascending, limited in count. */
export class Lowest {
  readonly numbers: number[] = [];
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  add(number: number): void {
    const { numbers, most } = this;
    if (numbers.length === most && number >= (numbers[most - 1] ?? Number.NEGATIVE_INFINITY)) return;
    let at = numbers.length;
    while (at > 0 && (numbers[at - 1] ?? 0) > number) at--;
    numbers.splice(at, 0, number);
    if (numbers.length > most) numbers.pop();
  }
}
