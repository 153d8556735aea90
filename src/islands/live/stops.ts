/** So many stops within the time, and the network is taken for poor. */
const poorStops = 3;
const poorMs = 60_000;
/** A stop so soon after an opening or a jump says nothing about the network, ms. */
const expectedMs = 5_000;

/** Stops of a picture that waits for bytes. */
export class Stops {
  private noted: number[] = [];
  /** Stops before this moment were to be expected. */
  private expectedTo = 0;

  /** The picture opens or jumps now. */
  expect(): void {
    this.expectedTo = Date.now() + expectedMs;
  }

  /** Notes a stop; true where there were many lately. */
  note(): boolean {
    const now = Date.now();
    if (now >= this.expectedTo) this.noted = [...this.noted.filter((at) => now - at < poorMs), now];
    return this.noted.length >= poorStops;
  }
}
