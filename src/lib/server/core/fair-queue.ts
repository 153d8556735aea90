/** Turns for dear work: a few pieces at once, and of what waits each key has its turn before another has two. */

export interface QueueOptions {
  /** Pieces of work at once. */
  slots: number;
  /** Pieces of one key at once. */
  perKey: number;
  /** Pieces of one key that may wait. */
  waiting: number;
  /** Pieces of all keys that may wait; without it only the keys' own lines are bounded. */
  together?: number;
  /** Longest wait. */
  waitMs: number;
}

interface Waiter {
  begin: () => void;
  refuse: (error: NoTurn) => void;
  giveUp: NodeJS.Timeout;
}

interface Line {
  running: number;
  waiters: Waiter[];
}

/** A piece of work that has no turn: its key has too many before it, or it has waited too long. */
export class NoTurn extends Error {
  override name = 'NoTurn';
  /** When it is worth asking again. */
  readonly afterMs: number;

  constructor(afterMs: number) {
    super(`no turn for ${afterMs} ms`);
    this.afterMs = afterMs;
  }
}

export class FairQueue {
  private readonly options: QueueOptions;
  /** In the order of their turns. */
  private readonly lines = new Map<string, Line>();
  private running = 0;
  private waiting = 0;

  constructor(options: QueueOptions) {
    this.options = options;
  }

  /** Waits for a turn; what is answered ends it, and must be called once. Throws a NoTurn. */
  async enter(key: string): Promise<() => void> {
    const line = this.lines.get(key) ?? { running: 0, waiters: [] };
    this.lines.set(key, line);
    if (this.hasRoom(line)) return this.begin(key, line);
    const { waiting, waitMs } = this.options;
    if (line.waiters.length >= waiting || !this.makePlace(line)) {
      this.forget(key, line);
      throw new NoTurn(1_000);
    }
    await new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        begin: resolve,
        refuse: reject,
        giveUp: setTimeout(() => {
          line.waiters.splice(line.waiters.indexOf(waiter), 1);
          this.waiting -= 1;
          this.forget(key, line);
          reject(new NoTurn(waitMs));
        }, waitMs),
      };
      this.waiting += 1;
      line.waiters.push(waiter);
    });
    return () => this.end(key, line);
  }

  /** Whether one more may wait: where all places are taken, the last of a line that stays longer than this one leaves. */
  private makePlace(line: Line): boolean {
    const { together = Number.POSITIVE_INFINITY } = this.options;
    if (this.waiting < together) return true;
    let longest = line;
    for (const other of this.lines.values())
      if (other.waiters.length > longest.waiters.length) longest = other;
    if (longest.waiters.length <= line.waiters.length + 1) return false;
    const leaving = longest.waiters.pop();
    if (leaving === undefined) return false;
    clearTimeout(leaving.giveUp);
    this.waiting -= 1;
    leaving.refuse(new NoTurn(1_000));
    return true;
  }

  private hasRoom({ running }: Line): boolean {
    return this.running < this.options.slots && running < this.options.perKey;
  }

  private begin(key: string, line: Line): () => void {
    this.running += 1;
    line.running += 1;
    return () => this.end(key, line);
  }

  private end(key: string, line: Line): void {
    this.running -= 1;
    line.running -= 1;
    // A key that has just had a turn moves to the end.
    this.lines.delete(key);
    if (line.running > 0 || line.waiters.length > 0) this.lines.set(key, line);
    for (const [next, waiting] of this.lines) {
      if (waiting.waiters.length === 0 || !this.hasRoom(waiting)) continue;
      const waiter = waiting.waiters.shift();
      if (waiter === undefined) continue;
      clearTimeout(waiter.giveUp);
      this.waiting -= 1;
      this.begin(next, waiting);
      waiter.begin();
      return;
    }
  }

  private forget(key: string, line: Line): void {
    if (line.running === 0 && line.waiters.length === 0) this.lines.delete(key);
  }
}
