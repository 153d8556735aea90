/** Activities by amount: reductions, gifts, add-ons and cashback. */
import * as known from './known.ts';
import { type Plan, share } from './promotion-plan.ts';

/** Merchants with their tiers, in fen. */
const reductions: [merchantId: number, tiers: { amount: number; reduction: number }[]][] = [
  [
    6,
    [
      { amount: 50_000, reduction: 3_000 },
      { amount: 100_000, reduction: 8_000 },
    ],
  ],
  [
    1,
    [
      { amount: 100_000, reduction: 5_000 },
      { amount: 300_000, reduction: 18_000 },
    ],
  ],
  [3, [{ amount: 60_000, reduction: 3_000 }]],
  [
    4,
    [
      { amount: 30_000, reduction: 1_500 },
      { amount: 80_000, reduction: 5_000 },
    ],
  ],
  [8, [{ amount: 80_000, reduction: 4_000 }]],
  [10, [{ amount: 50_000, reduction: 2_500 }]],
  [12, [{ amount: 40_000, reduction: 2_000 }]],
  [
    13,
    [
      { amount: 50_000, reduction: 2_500 },
      { amount: 120_000, reduction: 8_000 },
    ],
  ],
  [15, [{ amount: 60_000, reduction: 3_600 }]],
];

export function addReductions(plan: Plan) {
  const { fullReduction } = known.activities;
  for (const [at, [merchantId, tiers]] of reductions.entries()) {
    const name = tiers.map((tier) => `满${tier.amount / 100}减${tier.reduction / 100}`).join('，');
    plan.add(fullReduction + at, 'full_reduction', { tiers }, { name, merchantId, remarks: name });
    if (at === 0) plan.put(fullReduction, plan.get(known.goodsFullReduction));
    for (const row of plan.take(40, merchantId)) plan.put(fullReduction + at, row);
  }
}

export function addGiftsAndAddOns(plan: Plan) {
  const { gift, addOn } = known.activities;
  const gifts = [
    { merchantId: 9, threshold: { unit: 'quantity', quantity: 60 }, name: '满60支/盒赠风油精' },
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

export function addCashback(plan: Plan) {
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
