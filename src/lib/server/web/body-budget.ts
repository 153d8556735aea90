/**
 * Limits the memory that all request bodies together take, and decides which body is cut when it is full. Visitors,
 * logged-in people and notifies of payment providers have a share each: a flood in one share does not affect the
 * others. Within a share the slowest sender is cut first, so that a small body that arrives at once always finds room.
 */
import type { Sender } from '../core/expected-body.ts';

const MB = 1024 * 1024;

export interface BodyLimits {
  /** Bytes for the first parts, and for everything beyond them, so that large uploads do not delay ordinary calls. */
  shares: Record<Sender, { small: number; large: number }>;
  /** Size of a body's first part. */
  firstPart: number;
  /** Unfinished bodies per key; a whole office may share one key. */
  unfinished: number;
  /** Bytes a second, after the first part. A slower body is cut. */
  leastSpeed: number;
  /** Time without a byte after which a body is cut, ms. */
  silence: number;
  /** Time for a body to arrive whole, ms. */
  time: number;
  /** Interval of the check for slow bodies, ms. */
  look: number;
  /** Time for a client to finish sending what is no longer read, ms; then the connection is cut. */
  drain: number;
}

export const bodyLimits: BodyLimits = {
  shares: {
    // A visitor may verify a contract of 10 MB.
    visitor: { small: 6 * MB, large: 12 * MB },
    member: { small: 8 * MB, large: 26 * MB },
    notice: { small: 2 * MB, large: 2 * MB },
  },
  firstPart: 64 * 1024,
  unfinished: 64,
  leastSpeed: 4 * 1024,
  silence: 10_000,
  time: 60_000,
  look: 1_000,
  drain: 10_000,
};

/** One body's part of the budget. */
export interface BodyAccount {
  /** Call before waiting for the next bytes: only time spent waiting for the sender makes a body slow. */
  wait(): void;
  /** Counts arrived bytes; false when there is no room for them. */
  take(count: number): boolean;
  /** Resolves when the body is cut, because it is too slow or because others need its room. */
  cut: Promise<'cut'>;
  isCut(): boolean;
  /** The body is complete, or is not read further. */
  finish(): void;
  /** Its memory is free again. May be called twice. */
  free(): void;
}

interface Body {
  key: string;
  bytes: number;
  begun: number;
  /** How long the sender was waited for, ms, and the start of the current wait; null while there is none. */
  waited: number;
  since: number | null;
  isCut: boolean;
  cut: () => void;
}

interface Share {
  small: number;
  large: number;
  /** Unfinished bodies, by key. */
  open: Map<string, Set<Body>>;
}

/** The first part of a body, or the rest. */
type Part = 'small' | 'large';

/** A large body is cut in favour of another one when it is this many times slower. */
const muchSlower = 8;

/** Length of the current wait for the sender, ms. */
function silenceOf({ since }: Body): number {
  return since === null ? 0 : Date.now() - since;
}

export class BodyBudget {
  private readonly limits: BodyLimits;
  private readonly shares: Record<Sender, Share>;
  private timer: NodeJS.Timeout | undefined;

  constructor(limits: BodyLimits) {
    this.limits = limits;
    const share = (): Share => ({ small: 0, large: 0, open: new Map() });
    this.shares = { visitor: share(), member: share(), notice: share() };
  }

  /** Bytes that all bodies hold now. */
  get held(): number {
    return Object.values(this.shares).reduce((sum, { small, large }) => sum + small + large, 0);
  }

  /** Begins a body. Where its key has as many as allowed, the slowest of them is cut. */
  begin(sender: Sender, key: string): BodyAccount {
    const share = this.shares[sender];
    const own = share.open.get(key) ?? new Set();
    if (own.size >= this.limits.unfinished) {
      const [first, ...others] = own;
      if (first)
        this.cut(
          share,
          others.reduce((a, b) => (this.speedOf(b) < this.speedOf(a) ? b : a), first),
        );
    }
    const { promise, resolve } = Promise.withResolvers<'cut'>();
    const body: Body = {
      key,
      bytes: 0,
      begun: Date.now(),
      waited: 0,
      since: null,
      isCut: false,
      cut: () => resolve('cut'),
    };
    share.open.set(key, own.add(body));
    this.timer ??= setInterval(() => this.look(), this.limits.look).unref();
    return {
      wait: () => {
        body.since ??= Date.now();
      },
      take: (count) => this.take(sender, body, count),
      cut: promise,
      isCut: () => body.isCut,
      finish: () => this.close(share, body),
      free: () => this.free(share, body),
    };
  }

  private take(sender: Sender, body: Body, count: number): boolean {
    if (body.isCut) return false;
    const share = this.shares[sender];
    body.waited += silenceOf(body);
    body.since = null;
    this.book(share, body, body.bytes + count);
    const { small, large } = this.limits.shares[sender];
    while (share.small > small) {
      const victim = this.slowest(this.heaviest(share, 'small'), 'small');
      if (victim === undefined || victim === body) return false;
      this.cut(share, victim);
    }
    while (share.large > large) {
      const bodies = this.heaviest(share, 'large');
      const victim = this.slowest(bodies, 'large');
      if (victim === undefined || !this.givesWay(victim, body, this.weigh(bodies, 'large') > large / 2))
        return false;
      this.cut(share, victim);
    }
    return true;
  }

  /**
   * Whether a large body is cut in favour of another one: where its key holds more than half of all room, or where it
   * is much slower. Between two fast bodies the earlier one stays.
   */
  private givesWay(victim: Body, asking: Body, hasMost: boolean): boolean {
    if (hasMost && victim.key !== asking.key) return true;
    return this.speedOf(victim) * muchSlower < this.speedOf(asking);
  }

  /** The bodies of the key that holds the most: a key with many bodies takes room from itself and not from others. */
  private heaviest({ open }: Share, part: Part): Iterable<Body> {
    let [found, most]: [Iterable<Body>, number] = [[], 0];
    for (const bodies of open.values()) {
      const weight = this.weigh(bodies, part);
      if (weight > most) [found, most] = [bodies, weight];
    }
    return found;
  }

  private weigh(bodies: Iterable<Body>, part: Part): number {
    let weight = 0;
    for (const { bytes } of bodies) weight += this.partOf(bytes, part);
    return weight;
  }

  /** The slowest of the bodies that hold some of a part. */
  private slowest(bodies: Iterable<Body>, part: Part): Body | undefined {
    let [found, least]: [Body | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
    for (const body of bodies) {
      const speed = this.speedOf(body);
      if (this.partOf(body.bytes, part) > 0 && speed < least) [found, least] = [body, speed];
    }
    return found;
  }

  /** Bytes a second; the first part counts as received, so that a small new body is not among the slow ones. */
  private speedOf(body: Body): number {
    const ms = Math.max(1, body.waited + silenceOf(body));
    return ((body.bytes + this.limits.firstPart) / ms) * 1000;
  }

  /** Cuts bodies that are too slow or have taken too long. */
  private look(): void {
    const { leastSpeed, silence, time } = this.limits;
    const late = Date.now() - time;
    for (const share of Object.values(this.shares))
      for (const bodies of share.open.values())
        for (const body of bodies)
          if (this.speedOf(body) < leastSpeed || silenceOf(body) > silence || body.begun <= late)
            this.cut(share, body);
  }

  private cut(share: Share, body: Body): void {
    body.isCut = true;
    this.free(share, body);
    body.cut();
  }

  private close(share: Share, body: Body): void {
    const own = share.open.get(body.key);
    if (own?.delete(body) && own.size === 0) share.open.delete(body.key);
    if (Object.values(this.shares).every(({ open }) => open.size === 0)) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
  }

  private free(share: Share, body: Body): void {
    this.close(share, body);
    this.book(share, body, 0);
  }

  private book(share: Share, body: Body, bytes: number): void {
    for (const part of ['small', 'large'] as const)
      share[part] += this.partOf(bytes, part) - this.partOf(body.bytes, part);
    body.bytes = bytes;
  }

  private partOf(bytes: number, part: Part): number {
    const first = Math.min(bytes, this.limits.firstPart);
    return part === 'small' ? first : bytes - first;
  }
}
