/**
 * What all bodies together may hold of this process's memory, and what one address may leave unfinished. The first part
 * of every body has a budget of its own, so that large uploads hold no ordinary call up.
 */
const MB = 1024 * 1024;

export interface BodyLimits {
  /** Bytes of all bodies beyond their first part. */
  large: number;
  /** Bytes of the first parts. */
  small: number;
  /** How much of a body is its first part. */
  firstPart: number;
  /** Bodies of one address that have begun and not ended; an office may stand behind it. */
  unfinished: number;
  /** Time for a body to come whole, ms. */
  time: number;
  /** Time for a client to be done with sending what nobody reads any more, ms; then it is cut off. */
  drain: number;
}

export const bodyLimits: BodyLimits = {
  large: 32 * MB,
  small: 16 * MB,
  firstPart: 64 * 1024,
  unfinished: 32,
  time: 30_000,
  drain: 10_000,
};

export class BodyBudget {
  private readonly limits: BodyLimits;
  private large = 0;
  private small = 0;
  private readonly unfinished = new Map<string, number>();

  constructor(limits: BodyLimits) {
    this.limits = limits;
  }

  /** Bytes that bodies hold now. */
  get held(): number {
    return this.large + this.small;
  }

  /** A body of an address begins. Answers its account, or null when the address has too many already. */
  begin(address: string): BodyAccount | null {
    const own = this.unfinished.get(address) ?? 0;
    if (own >= this.limits.unfinished) return null;
    this.unfinished.set(address, own + 1);
    let bytes = 0;
    let isFinished = false;
    const first = (count: number) => Math.min(count, this.limits.firstPart);
    const book = (before: number, after: number) => {
      this.small += first(after) - first(before);
      this.large += after - first(after) - (before - first(before));
    };
    const finish = () => {
      if (isFinished) return;
      isFinished = true;
      const left = (this.unfinished.get(address) ?? 1) - 1;
      if (left > 0) this.unfinished.set(address, left);
      else this.unfinished.delete(address);
    };
    return {
      take: (count) => {
        book(bytes, bytes + count);
        bytes += count;
        return this.small <= this.limits.small && this.large <= this.limits.large;
      },
      finish,
      free: () => {
        finish();
        book(bytes, 0);
        bytes = 0;
      },
    };
  }
}

/** One body's part of the budget. */
export interface BodyAccount {
  /** Books bytes that have come; false when there is no room for them. */
  take: (count: number) => boolean;
  /** It has come whole. */
  finish: () => void;
  /** Its memory is free again. May be called twice. */
  free: () => void;
}
