import { hourOf, momentFrom } from './dates.ts';
import { lowestPrice } from './goods.ts';
import * as known from './known.ts';
import { Plan, share } from './promotion-plan.ts';
import { addCashback, addGiftsAndAddOns, addReductions } from './reductions.ts';
import type { DrawnGoods } from './traits.ts';

/** Days of flash sessions that are laid out ahead; sessions that are over move on by this much. */
export const sessionDays = 7;

/** All activities and their goods, over the goods that were drawn. */
export function promotionValues(drawn: DrawnGoods[], now: Date) {
  const plan = new Plan(drawn, now);
  addFlash(plan);
  addSpecials(plan);
  addGroupBuys(plan);
  addCombinations(plan);
  addReductions(plan);
  addGiftsAndAddOns(plan);
  addCashback(plan);
  addWelfare(plan);
  addNewcomers(plan);
  return { activities: plan.activities, activityGoods: plan.goods };
}

/** One permanent sale, and three sessions a day for a week with items of their own. */
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

/** Part of each item is sold already, a third of it at most. */
function putFlash(plan: Plan, activityId: number, row: DrawnGoods) {
  const stock = Math.min(row.stock, row.packStep * 30);
  plan.put(activityId, row, {
    price: share(row, 0.82),
    stock,
    sold: row.packStep * Math.floor(((row.id % 7) * stock) / row.packStep / 20),
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
    { name: '心血管慢病组合', merchantId: 1, parts: known.goodsCombination.map((id) => plan.get(id)) },
    {
      name: '感冒止咳组合',
      merchantId: 1,
      parts: plan.takeNamed([/感冒/, /止咳|枇杷|川贝/, /布洛芬|对乙酰氨基酚/], 1),
    },
    {
      name: '胃肠常备组合',
      merchantId: 13,
      parts: plan.takeNamed([/健胃|消食|胃康|铝碳酸镁|拉唑/, /蒙脱石|补液|双歧|肠/], 13),
    },
    {
      name: '伤口护理组合',
      merchantId: 15,
      parts: plan.takeNamed([/纱布|敷料|敷贴|创口贴/, /绷带|胶带/, /棉签|碘伏|棉球/], 15),
    },
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

/** 94折专场: best sellers of every merchant without another activity, at 94% of the lowest price of any rank. */
function addWelfare(plan: Plan) {
  plan.add(
    known.activityWelfare,
    'special',
    { variant: 'original_price', zone: 'welfare' },
    { name: '94折专场', remarks: '本专场品种按最低会员价94折，一件也享，不限量' },
  );
  for (const row of plan.take(120, null)) {
    plan.put(known.activityWelfare, row, { price: Math.max(1, Math.floor((lowestPrice(row) * 94) / 100)) });
  }
}

/** 新人专享: best sellers that begin with one pack, at a price for the first order of a company. */
function addNewcomers(plan: Plan) {
  plan.add(
    known.activityNewcomers,
    'special',
    { variant: 'original_price', zone: 'xr', isForNewcomers: true },
    { name: '新人专享价', remarks: '限尚无付款订单的企业，每个品种限购五个中包装' },
  );
  for (const row of plan.take(48, null)) {
    if ((row.minQuantity ?? 1) > row.packStep) continue;
    plan.put(known.activityNewcomers, row, { price: share(row, 0.85), companyLimit: row.packStep * 5 });
  }
}
