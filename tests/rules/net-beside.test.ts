/** 到手单价 beside a cart: what the quote of the cart with the item says of its line, whatever the cart holds. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { besideOf } from '#lib/rules/quote/beside.ts';
import { netOfLines } from '#lib/rules/quote/net-lines.ts';
import { netAfterClaim, netPrice, netQuantity } from '#lib/rules/quote/net-price.ts';
import { quote } from '#lib/rules/quote/quote.ts';
import { cartChoices, type QuoteLine } from '#lib/rules/terms/asked.ts';
import type { Activity, Coupon, GoodsTerms, MerchantTerms, Offers } from '#lib/rules/terms/terms.ts';
import {
  buyer,
  combination,
  coupon,
  freight,
  goods,
  line,
  merchant,
  now,
  promo,
  reduction,
} from './fixtures.ts';

const money = (max: number) => fc.integer({ min: 1, max });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const someGoods = fc.record({
  merchantId: fc.constantFrom(1, 1, 2),
  price: money(3000),
  packStep: fc.constantFrom(1, 1, 5),
  stock: fc.integer({ min: 20, max: 200 }),
  withCoupon: fc.boolean(),
  isPreferred: fc.boolean(),
  isColdChain: fc.boolean(),
  freeShippingNumber: maybe(money(60)),
  limitQuantity: fc.constantFrom(0, 0, 30),
  promo: maybe(
    fc
      .record({ price: money(2000), kind: fc.constantFrom('flash' as const, 'special' as const) })
      .map((over) => promo(over)),
  ),
  activityIds: fc.shuffledSubarray([10, 11, 12, 13]),
});

const someLine = fc.record({
  kind: fc.constantFrom<QuoteLine['kind'][]>('normal', 'normal', 'normal', 'normal', 'combination', 'add_on'),
  quantity: fc.integer({ min: 1, max: 60 }),
  isSelected: fc.constantFrom(true, true, true, false),
});

const someCoupon = fc.record({
  merchantId: fc.constantFrom(null, null, 1, 2),
  threshold: fc.integer({ min: 0, max: 60_000 }),
  value: money(4000),
  status: fc.constantFrom('unused' as const, 'unused' as const, 'held' as const),
  isBarred: fc.constantFrom(false, false, true),
});

const world = fc.record({
  goods: fc.array(someGoods, { minLength: 5, maxLength: 7 }),
  lines: fc.array(someLine, { maxLength: 5 }),
  coupons: fc.array(someCoupon, { maxLength: 5 }),
  at: fc.nat(6),
  quantity: fc.integer({ min: 1, max: 90 }),
  region: fc.constantFrom(null, '540102', '650102', '110101'),
  fees: fc.tuple(fc.nat(2000), fc.nat(2000)),
  freeFrom: maybe(fc.integer({ min: 1000, max: 80_000 })),
  hasOwnRate: fc.boolean(),
  isCold: fc.boolean(),
  isMixed: fc.boolean(),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

const activities: Activity[] = [
  { ...reduction, tiers: [{ amount: 20_000, reduction: 999 }] },
  { ...reduction, id: 11, tiers: [{ amount: 5_000, reduction: 499 }] },
  { ...reduction, id: 12, merchantId: 2 },
  {
    ...reduction,
    id: 13,
    kind: 'add_on',
    threshold: { unit: 'amount', amount: 20_000 },
    items: [{ goodsId: 5, name: '', unit: '盒', price: 100, limit: 0, used: 0, stock: 50 }],
  },
];

/** The item's terms, the cart's lines, and all that is on offer. */
function made(one: World): { terms: GoodsTerms; lines: QuoteLine[]; offers: Offers; region: string | null } {
  const all = one.goods.map((over, at) => goods({ ...over, id: at + 1 }));
  const rates = (fee: number): MerchantTerms['freight'] =>
    freight({
      fee,
      freeFrom: one.freeFrom,
      coldChain: one.isCold ? { fee: 700, freeFrom: 50_000 } : null,
      preferred: one.hasOwnRate ? { fee: 300, freeFrom: 9000 } : null,
      unservedRegions: ['65'],
      regionFees: [{ regions: ['54'], fee: 3000, freeFrom: null }],
    });
  const set = combination({ parts: [{ goodsId: 4, quantity: 2 }], activityIds: [10] });
  const offers: Offers = {
    goods: all,
    merchants: one.fees.map((fee, at) => merchant({ id: at + 1, freight: rates(fee) })),
    activities,
    combinations: [set],
    coupons: one.coupons.map((over, at) =>
      coupon({ ...over, id: at + 1, kind: over.merchantId === null ? 'platform' : 'merchant' }),
    ),
    vouchers: [{ id: 1, name: '', balance: 5000, startsAt: 0, endsAt: now + 1 }],
  };
  const terms = all[one.at % all.length]!;
  const lines = one.lines.flatMap(({ kind, quantity, isSelected }, at): QuoteLine[] => {
    const plain = all[at % all.length]!;
    if (kind !== 'normal' && !one.isMixed) return [];
    const rest = { id: 100 - at * 7, quantity: quantity - (quantity % plain.packStep), isSelected };
    if (kind === 'combination') return [line({ ...rest, quantity, kind, goodsId: null, activityId: 90 })];
    if (kind === 'add_on') return [line({ ...rest, quantity, kind, goodsId: 5, activityId: 13 })];
    return [line({ ...rest, goodsId: plain.id })];
  });
  return { terms, lines, offers, region: one.region };
}

/** What the cart would say of the item's line: the quote of all of it. */
function inCart({ terms, lines, offers, region }: ReturnType<typeof made>, quantity: number) {
  const known = lines.find(({ goodsId, kind }) => goodsId === terms.id && kind === 'normal');
  const own = known
    ? { ...known, quantity, isSelected: true }
    : line({ id: 500, goodsId: terms.id, quantity });
  const all = [...lines.filter((other) => other !== known), own];
  const result = quote(all, { ...buyer(cartChoices), region }, offers, now);
  const net = netOfLines(result, offers.merchants, region).get(own.id) ?? null;
  return { net, result, own };
}

function factsOf({ terms, lines, offers, region }: ReturnType<typeof made>) {
  const { freight: rates } = offers.merchants.find(({ id }) => id === terms.merchantId)!;
  const beside = besideOf(lines, region, offers, now);
  return { activities, coupons: offers.coupons, freight: rates, region, beside };
}

test('is the figure of the line in the cart with this item, also where lines decide about each other', () => {
  const seen = { beside: 0, changed: 0, others: 0, none: 0 };
  fc.assert(
    fc.property(world, (one) => {
      const all = made(one);
      const facts = factsOf(all);
      const quantity = one.quantity - (one.quantity % all.terms.packStep) || all.terms.packStep;
      const found = netPrice(all.terms, quantity, facts, now);
      const { net } = inCart(all, quantity);
      expect(found && { price: found.price, freight: found.freight, others: found.others }).toEqual(net);
      const alone = netPrice(all.terms, quantity, { ...facts, beside: null }, now);
      if (facts.beside) seen.beside++;
      if (found === null) seen.none++;
      else if (found.price !== alone?.price) seen.changed++;
      if (found && found.others > 0) seen.others++;
    }),
    { numRuns: 6000 },
  );
  // The draws reach what they are meant for.
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(200);
});

test('names the coupons that the line has a share of', () => {
  fc.assert(
    fc.property(world, (one) => {
      const all = made({ ...one, isMixed: false });
      const quantity = all.terms.packStep * 3;
      const found = netPrice(all.terms, quantity, factsOf(all), now);
      if (found === null) return;
      const { result, own } = inCart(all, quantity);
      const { priceTrace } = result.lines.find(({ id }) => id === own.id)!;
      const taken = priceTrace.flatMap(({ rule, refId }) => (rule.endsWith('_coupon') ? [refId!] : []));
      expect(found.couponIds.toSorted()).toEqual(taken.toSorted());
    }),
    { numRuns: 1500 },
  );
});

test('领券后 is the figure of that line once these coupons are claimed', () => {
  let helped = 0;
  fc.assert(
    fc.property(world, fc.nat(5), (one, cut) => {
      const all = made({ ...one, isMixed: false });
      const isHeld = ({ id }: Coupon) => id <= cut;
      const held = { ...all, offers: { ...all.offers, coupons: all.offers.coupons.filter(isHeld) } };
      const claimable = all.offers.coupons
        .filter((one) => !isHeld(one))
        .map((coupon) => ({ ...coupon, id: -coupon.id }));
      const quantity = all.terms.packStep * 4;
      const found = netAfterClaim(all.terms, quantity, factsOf(held), claimable, now);
      if (found === null) return;
      helped++;
      const claimed = claimable.filter(({ id }) => found.couponIds.includes(id));
      const after = { ...held, offers: { ...held.offers, coupons: [...held.offers.coupons, ...claimed] } };
      expect(inCart(after, quantity).net?.price).toBe(found.price);
    }),
    { numRuns: 3000 },
  );
  expect(helped).toBeGreaterThan(50);
});

test.each<[string, Partial<GoodsTerms>, number, number, number]>([
  ['what is in the cart', {}, 30, 20, 30],
  ['else as many as last time', {}, 0, 20, 20],
  ['else the least', {}, 0, 0, 10],
  ['in whole packs, within the stock', { stock: 25 }, 0, 44, 20],
  ['never below the least', { minQuantity: 20 }, 0, 10, 20],
  ['the least of what cannot be bought', { isBuyable: false }, 30, 20, 10],
])('the number that a price is shown for: %s', (_name, over, inCartNow, last, expected) => {
  expect(netQuantity(goods({ packStep: 10, ...over }), inCartNow, last)).toBe(expected);
});

test('nothing ticked is as if the cart were empty', () => {
  expect(besideOf([line({ isSelected: false })], null, made0(), now)).toBeNull();
  expect(besideOf([], null, made0(), now)).toBeNull();
});

function made0(): Offers {
  return {
    goods: [goods()],
    merchants: [merchant()],
    activities: [],
    combinations: [],
    coupons: [],
    vouchers: [],
  };
}
