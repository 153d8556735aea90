/** The model's own bookkeeping: what it was told, and nothing that it read from the shop's tables. */
import type { Person, World } from './world.ts';

export interface Placed {
  tradeNo: string;
  companyId: number;
  userId: string;
  key: string;
  /** What was sent, to send it again. */
  body: object;
  orders: { no: string; status: number; pay_amount: string }[];
}

/** A placing whose answer never came. */
export interface Unsure {
  person: Person;
  key: string;
  body: object;
}

interface Tally {
  sure: number;
  unsure: number;
}

export class Book {
  readonly placed: Placed[] = [];
  unsure: Unsure[] = [];
  /** Trade → payments that were answered as paid. */
  readonly paid = new Map<string, string[]>();
  readonly cancelled = new Set<string>();
  readonly confirmed = new Set<string>();
  /** Fen that the desk was told it gave back, by order. */
  readonly refunded = new Map<string, number>();
  /** Coupons claimed, by `company:coupon`. */
  readonly claims = new Map<string, Tally>();
  readonly vouchersGiven = new Map<number, number>();
  /** Pieces of a goods that were put in, however they have left since. */
  readonly putIn: Map<number, number>;
  /** Pieces that were short: paid back, and never there. */
  readonly short = new Map<number, number>();
  readonly frozen = new Set<number>();
  /** Wrong by itself, whatever the tables say. */
  readonly complaints: string[] = [];

  constructor(world: World) {
    this.putIn = new Map(world.goods.map(({ id, stock }) => [id, stock]));
    for (const company of world.companies) this.vouchersGiven.set(company, 1);
  }

  /** False when it was told before: the same key is answered with the same trade. */
  place(placed: Placed): boolean {
    const same = this.placed.find((one) => one.companyId === placed.companyId && one.key === placed.key);
    if (same === undefined) this.placed.push(placed);
    if (same && same.tradeNo !== placed.tradeNo)
      this.complaints.push(`key ${placed.key} was answered with ${same.tradeNo} and with ${placed.tradeNo}`);
    return same === undefined;
  }

  pay(tradeNo: string, payNo: string): void {
    this.paid.set(tradeNo, [...(this.paid.get(tradeNo) ?? []), payNo]);
  }

  claim(companyId: number, couponId: number, isSure: boolean): void {
    const key = `${companyId}:${couponId}`;
    const { sure, unsure } = this.claims.get(key) ?? { sure: 0, unsure: 0 };
    this.claims.set(key, isSure ? { sure: sure + 1, unsure } : { sure, unsure: unsure + 1 });
  }

  refund(orderNo: string, amount: number): void {
    this.refunded.set(orderNo, (this.refunded.get(orderNo) ?? 0) + amount);
  }
}
