import type { ActivityConfigs } from '#lib/rules/promotions/activity-config.ts';
import type { ActivityKind } from '#lib/rules/promotions/activity-kinds.ts';
import { checkedConfig } from '../activity-config.ts';
import type { activity, activityGoods, goods } from '../schema.ts';
import { hourOf, momentFrom } from './dates.ts';
import { lowestPrice } from './goods.ts';
import * as known from './known.ts';
import { traits } from './traits.ts';

type Goods = typeof goods.$inferInsert;
type Activity = typeof activity.$inferInsert;
type ActivityGoods = Omit<typeof activityGoods.$inferInsert, 'id'>;

/** Days that a demo activity runs from the day of seeding; refreshDemoDates moves it on when they are over. */
export const runsForDays = 30;
/** Days of flash sessions that are laid out ahead; sessions that are over move on by this much. */
export const sessionDays = 7;

/** All activities and their goods, over the goods that were drawn. */
export function promotionValues(drawn: Goods[], now: Date) {
  const plan = new Plan(drawn, now);
  addFlash(plan);
  addSpecials(plan);
  addGroupBuys(plan);
  addCombinations(plan);
  addReductions(plan);
  addGiftsAndAddOns(plan);
  addCashback(plan);
  addWelfare(plan);
  return { activities: plan.activities, activityGoods: plan.goods };
}

/** The rows so far, and a supply of goods that no other activity has taken. */
class Plan {
  readonly activities: Activity[] = [];
  readonly goods: ActivityGoods[] = [];
  readonly now: Date;
  private readonly byId: Map<number, Goods>;
  private readonly free: Goods[];

  constructor(drawn: Goods[], now: Date) {
    this.now = now;
    this.byId = new Map(drawn.map((row) => [row.id!, row]));
    // Named goods keep their single trait, so none of them enters an activity that is not named after it.
    this.free = drawn
      .filter((row) => row.warehouseId === 1 && !row.isControlled && row.isOnShelf && !row.buyerTypes)
      .filter((row) => row.stock >= row.packStep * 10 && !row.limitQuantity && !row.isColdChain)
      .filter((row) => !row.dayLimit && !row.weekLimit && row.ladder?.length === 0 && !traits.has(row.id!))
      .sort((a, b) => (b.sales ?? 0) - (a.sales ?? 0) || a.id! - b.id!);
  }

  get(id: number): Goods {
    return this.byId.get(id)!;
  }

  /** Takes the best-selling free goods of a merchant (null: of anyone). */
  take(count: number, merchantId: number | null): Goods[] {
    const taken: Goods[] = [];
    for (let at = 0; at < this.free.length && taken.length < count; ) {
      if (merchantId === null || this.free[at]!.merchantId === merchantId) {
        taken.push(...this.free.splice(at, 1));
      } else at += 1;
    }
    return taken;
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

  put(activityId: number, row: Goods, more: Partial<ActivityGoods> = {}) {
    this.goods.push({ activityId, goodsId: row.id!, sort: this.goods.length, ...more });
  }
}

function share(row: Goods, part: number): number {
  return Math.max(1, Math.floor(lowestPrice(row) * part));
}

/** One sale that always runs, and three sessions a day for a week with goods of their own. */
function addFlash(plan: Plan) {
  const { flash } = known.activities;
  plan.add(
    flash,
    'flash',
    { variant: 'original_price' },
    { name: '全天秒杀', remarks: '全天开抢，抢完即止' },
  );
  plan.put(flash, plan.get(known.goodsFlash), {
    price: share(plan.get(known.goodsFlash), 0.8),
    stock: 100,
    companyLimit: 20,
  });
  for (const row of plan.take(11, null)) putFlash(plan, flash, row);
  const slots = [
    { name: '上午场', from: 8, to: 12, goods: plan.take(10, null) },
    { name: '下午场', from: 12, to: 18, goods: plan.take(10, null) },
    { name: '晚间场', from: 18, to: 24, goods: plan.take(10, null) },
  ];
  for (let day = 0; day < sessionDays; day += 1) {
    for (const [at, slot] of slots.entries()) {
      const id = 101 + day * slots.length + at;
      plan.add(
        id,
        'flash',
        { variant: 'original_price' },
        {
          name: slot.name,
          startsAt: hourOf(plan.now, day * 24 + slot.from),
          endsAt: hourOf(plan.now, day * 24 + slot.to),
        },
      );
      for (const row of slot.goods) putFlash(plan, id, row);
    }
  }
}

/** Others have been here before: part of each goods is taken, a third of it at most. */
function putFlash(plan: Plan, activityId: number, row: Goods) {
  const stock = Math.min(row.stock, row.packStep * 30);
  plan.put(activityId, row, {
    price: share(row, 0.82),
    stock,
    sold: row.packStep * Math.floor(((row.id! % 7) * stock) / row.packStep / 20),
    companyLimit: row.packStep * 5,
  });
}

function addSpecials(plan: Plan) {
  const { special } = known.activities;
  const sales = [
    { name: '自营特价', merchantId: 1, variant: 'original_price', count: 24 },
    { name: '普药特价周', merchantId: 12, variant: 'other_activity', count: 16 },
  ] as const;
  for (const [at, { name, merchantId, variant, count }] of sales.entries()) {
    plan.add(special + at, 'special', { variant }, { name, merchantId });
    for (const row of plan.take(count, merchantId)) {
      plan.put(special + at, row, { price: share(row, 0.9), companyLimit: row.packStep * 10 });
    }
  }
  const named = plan.get(known.goodsSpecial);
  plan.put(special, named, { price: share(named, 0.9), companyLimit: 50 });
}

/** Six that can be joined now and one that opens in two days. */
function addGroupBuys(plan: Plan) {
  const { groupBuy } = known.activities;
  const subjects = [
    plan.get(known.goodsGroupBuy),
    ...[15, 14, 1, 13, 4, 1].flatMap((id) => plan.take(1, id)),
  ];
  for (const [at, row] of subjects.entries()) {
    const id = groupBuy + at;
    const isAhead = at === subjects.length - 1;
    const minQuantity = row.packStep * 2;
    const goal = minQuantity * (10 + at * 5);
    plan.add(
      id,
      'group_buy',
      { goal, minQuantity },
      {
        name: `拼团第${at + 1}期`,
        merchantId: row.merchantId,
        remarks: '先付款成团，到期未成团自动退款',
        ...(isAhead && { startsAt: momentFrom(plan.now, 2) }),
      },
    );
    const sold = isAhead || at === 0 ? 0 : Math.floor((goal * (at * 13)) / 100 / row.packStep) * row.packStep;
    plan.put(id, row, { price: share(row, 0.85), stock: goal * 3, sold });
  }
}

function addCombinations(plan: Plan) {
  const { combination } = known.activities;
  const sets = [
    { name: '慢病健胃组合', merchantId: 1, parts: known.goodsCombination.map((id) => plan.get(id)) },
    { name: '衡川常备组合', merchantId: 1, parts: plan.take(3, 1) },
    { name: '豫棠普药组合', merchantId: 13, parts: plan.take(2, 13) },
    { name: '家用护理组合', merchantId: 15, parts: plan.take(3, 15) },
  ];
  for (const [at, { name, merchantId, parts }] of sets.entries()) {
    const full = parts.reduce((sum, row) => sum + lowestPrice(row) * row.packStep, 0);
    const price = Math.floor(full * 0.9);
    plan.add(
      combination + at,
      'combination',
      { price, limitQuantity: at === 0 ? 20 : 0 },
      { name, merchantId },
    );
    for (const row of parts) plan.put(combination + at, row, { role: 'part', quantity: row.packStep });
  }
}

const reductions: Record<number, [amount: number, reduction: number][]> = {
  6: [
    [50_000, 3_000],
    [100_000, 8_000],
  ],
  1: [
    [100_000, 5_000],
    [300_000, 18_000],
  ],
  3: [[60_000, 3_000]],
  4: [
    [30_000, 1_500],
    [80_000, 5_000],
  ],
  8: [[80_000, 4_000]],
  10: [[50_000, 2_500]],
  12: [[40_000, 2_000]],
  13: [
    [50_000, 2_500],
    [120_000, 8_000],
  ],
  15: [[60_000, 3_600]],
};

function addReductions(plan: Plan) {
  const { fullReduction } = known.activities;
  for (const [at, merchantId] of [6, 1, 3, 4, 8, 10, 12, 13, 15].entries()) {
    const tiers = reductions[merchantId]!.map(([amount, reduction]) => ({ amount, reduction }));
    const name = tiers.map((tier) => `满${tier.amount / 100}减${tier.reduction / 100}`).join('，');
    plan.add(fullReduction + at, 'full_reduction', { tiers }, { name, merchantId, remarks: name });
    if (at === 0) plan.put(fullReduction, plan.get(known.goodsFullReduction));
    for (const row of plan.take(40, merchantId)) plan.put(fullReduction + at, row);
  }
}

function addGiftsAndAddOns(plan: Plan) {
  const { gift, addOn } = known.activities;
  const gifts = [
    { merchantId: 9, threshold: { unit: 'quantity', quantity: 60 }, name: '满60件赠风油精' },
    { merchantId: 16, threshold: { unit: 'amount', amount: 50_000 }, name: '满500元赠好礼' },
  ] as const;
  for (const [at, { merchantId, threshold, name }] of gifts.entries()) {
    plan.add(gift + at, 'gift', { threshold, isRepeated: at === 0 }, { name, merchantId, remarks: name });
    const [subjects, items] =
      at === 0
        ? [
            [plan.get(known.goodsWithGift), ...plan.take(20, 9)],
            [plan.get(known.goodsGift), ...plan.take(1, 9)],
          ]
        : [plan.take(15, merchantId), plan.take(2, merchantId)];
    for (const row of subjects) plan.put(gift + at, row);
    for (const row of items)
      plan.put(gift + at, row, { role: 'gift', quantity: at === 0 ? 5 : 1, stock: 200 });
  }
  const name = '满200元可换购';
  const threshold = { unit: 'amount', amount: 20_000 } as const;
  plan.add(addOn, 'add_on', { threshold }, { name, merchantId: 16, remarks: name });
  for (const row of [plan.get(known.goodsWithAddOn), ...plan.take(15, 16)]) plan.put(addOn, row);
  for (const row of [plan.get(known.goodsAddOn), ...plan.take(2, 16)]) {
    plan.put(addOn, row, {
      role: 'add_on',
      price: share(row, 0.5),
      companyLimit: row.packStep * 2,
      stock: 300,
    });
  }
}

function addCashback(plan: Plan) {
  const tiers = [
    { amount: 300_000, cashback: 3_000 },
    { amount: 800_000, cashback: 10_000 },
    { amount: 2_000_000, cashback: 30_000 },
  ];
  const name = '满3000返30，满8000返100，满20000返300';
  plan.add(
    known.activities.cashback,
    'cashback',
    { isForAll: true, tiers },
    { name, remarks: '完成后返到余额' },
  );
}

/** 全场94折: best sellers of every merchant that stand in no other activity, at 94% of the lowest price of any rank. */
function addWelfare(plan: Plan) {
  plan.add(
    known.activityWelfare,
    'special',
    { variant: 'original_price', zone: 'welfare' },
    { name: '全场94折', remarks: '一件也享，不限量' },
  );
  for (const row of plan.take(120, null)) {
    plan.put(known.activityWelfare, row, { price: Math.max(1, Math.floor((lowestPrice(row) * 94) / 100)) });
  }
}
