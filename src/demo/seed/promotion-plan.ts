import type { ActivityConfigs, ActivityKind } from '#lib/rules/promotions/activity-kinds.ts';
import { must } from '#lib/rules/terms/must.ts';
import { checkedConfig } from '#lib/server/db/activity-config.ts';
import type { activity, activityGoods } from '#lib/server/db/schema.ts';
import { readCatalogue } from './catalogue.ts';
import { momentFrom } from './dates.ts';
import { lowestPrice } from './goods.ts';
import { type DrawnGoods, traits } from './traits.ts';

type Activity = typeof activity.$inferInsert;
type ActivityGoods = Omit<typeof activityGoods.$inferInsert, 'id'>;

/** Days that a demo activity runs from the day of seeding; refreshDemoDates moves it on when they are over. */
export const runsForDays = 30;
/** The rows so far, and a supply of goods that no other activity has taken. */
export class Plan {
  readonly activities: Activity[] = [];
  readonly goods: ActivityGoods[] = [];
  readonly now: Date;
  private readonly byId: Map<number, DrawnGoods>;
  /** Names of products by their id. */
  private readonly names: ReadonlyMap<number, string>;
  private free: DrawnGoods[];

  constructor(drawn: DrawnGoods[], now: Date) {
    this.now = now;
    this.names = new Map(readCatalogue().map((row, at) => [at + 1, row.name]));
    this.byId = new Map(drawn.map((row) => [row.id, row]));
    // Named items have a single trait, so none of them enters an activity that is not named after it.
    this.free = drawn
      .filter((row) => row.warehouseId === 1 && !row.isControlled && row.isOnShelf && !row.buyerTypes)
      .filter((row) => row.stock >= row.packStep * 10 && !row.limitQuantity && !row.isColdChain)
      .filter((row) => !row.dayLimit && !row.weekLimit && row.ladder?.length === 0 && !traits.has(row.id))
      .sort((a, b) => (b.sales ?? 0) - (a.sales ?? 0) || a.id - b.id);
  }

  get(id: number): DrawnGoods {
    return must(this.byId.get(id), `goods ${id}`);
  }

  /** Takes the best-selling free goods of a merchant (null: of anyone). */
  take(count: number, merchantId: number | null): DrawnGoods[] {
    const fitting = this.free.filter((row) => merchantId === null || row.merchantId === merchantId);
    const taken = new Set(fitting.slice(0, count));
    this.free = this.free.filter((row) => !taken.has(row));
    return [...taken];
  }

  /** Takes, for each pattern, the best-selling free goods of a merchant whose name fits. */
  takeNamed(patterns: readonly RegExp[], merchantId: number): DrawnGoods[] {
    return patterns.map((pattern) => {
      const found = this.free.find(
        (row) => row.merchantId === merchantId && pattern.test(this.names.get(row.productId) ?? ''),
      );
      const taken = must(found, `goods of merchant ${merchantId} by ${pattern}`);
      this.free = this.free.filter((row) => row !== taken);
      return taken;
    });
  }

  add<K extends ActivityKind>(
    id: number,
    kind: K,
    config: ActivityConfigs[K],
    rest: { name: string; merchantId?: number | null; remarks?: string; startsAt?: Date; endsAt?: Date },
  ) {
    this.activities.push({
      id,
      kind,
      merchantId: null,
      startsAt: momentFrom(this.now, -1),
      endsAt: momentFrom(this.now, runsForDays),
      ...rest,
      config: checkedConfig(kind, config),
    });
  }

  put(activityId: number, row: DrawnGoods, more: Partial<ActivityGoods> = {}) {
    this.goods.push({ activityId, goodsId: row.id, sort: this.goods.length, ...more });
  }
}

/** A part of the lowest price that any rank pays. */
export function share(row: DrawnGoods, part: number): number {
  return Math.max(1, Math.floor(lowestPrice(row) * part));
}
