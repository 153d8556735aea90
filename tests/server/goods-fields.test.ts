/** The promotion fields of a goods (rules 11): what they tell a buyer, and nobody who may not see prices. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as known from '#demo/seed/known.ts';
import { offer, offersOutput } from '#lib/contract/offers/calls.ts';
import { hidePrices } from '#lib/contract/prices.ts';
import { parseYuan } from '#lib/rules/money/money.ts';
import { quote } from '#lib/rules/quote/quote.ts';
import { emptyChoices } from '#lib/rules/terms/asked.ts';
import { type Context, shopActor } from '#lib/server/core/context.ts';
import { closeCatalogue, getCatalogue } from '#lib/server/engines/search/live-catalogue.ts';
import { getGoods } from '#lib/server/goods/detail.ts';
import { goodsItems } from '#lib/server/goods/items.ts';
import { loadOffers } from '#lib/server/offers/load.ts';
import { listOffers } from '#lib/server/offers/offers.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { makeActivity } from '#tests/support/activities.ts';
import { testDatabase } from '#tests/support/database.ts';
import { priceKeysIn } from '#tests/support/leaks.ts';
import { accountOf, contextOf, fillCart, makeBuyers, makeGoods } from '#tests/support/orders.ts';

const { db } = await testDatabase();
afterAll(closeCatalogue);
let demo: Account;
beforeAll(async () => {
  demo = await accountOf(db, known.users.demo);
});

const as = (account: Account | null): Context<'all'> => ({
  ...contextOf(db, demo),
  actor: shopActor(account),
});

async function offerTo(account: Account | null, id: number) {
  const [found] = offersOutput.parse(await listOffers(as(account), { ids: [id] }));
  return found!;
}

const tiers = [
  { amount: 100_000, reduction: 8_000 },
  { amount: 50_000, reduction: 3_000 },
];
const threshold = { unit: 'quantity', quantity: 6 };
const merchantId = known.merchantHouse;

/** A goods of the house at 100.00 for everybody, whatever stands on it is the test's. */
function makeOwn(more: Parameters<typeof makeGoods>[3] = {}, like: number = known.goodsPlain) {
  return makeGoods(db, like, 1000, {
    price: 10_000,
    memberPrice: 10_000,
    rankPrices: {},
    marketPrice: 12_000,
    ...more,
  });
}

describe('a visitor is told', () => {
  it('of goods in lists and details what their offer says: the way to a login, promotions without amounts', async () => {
    const ids = [
      known.goodsPlain,
      known.goodsFlash,
      known.goodsSpecial,
      known.goodsFullReduction,
      known.goodsWithGift,
      known.goodsWithAddOn,
      known.goodsGroupBuy,
    ];
    const keys = [
      'buy_state',
      'is_buy',
      'buy_button_label',
      'is_hidden',
      'type',
      'is_manjian',
      'is_mzhg',
    ] as const;
    const only = (item: object) =>
      Object.fromEntries(Object.entries(item).filter(([key]) => keys.some((one) => one === key)));
    const items = await goodsItems(db, null, await getCatalogue(db), ids, Date.now());
    expect(items.map(({ id }) => id)).toEqual(ids);
    for (const item of items) {
      const own = only(await offerTo(null, item.id));
      expect(own).toMatchObject({
        is_buy: 0,
        buy_button_label: '登录查看价格',
        buy_state: { code: 'login' },
      });
      expect(only(item), item.name).toEqual(own);
      expect(only(await getGoods(as(null), { id: item.id })), item.name).toEqual(own);
      expect(priceKeysIn(item)).toEqual([]);
    }
    expect(items.map(({ type, is_manjian, is_mzhg }) => [type, is_manjian, is_mzhg].join(''))).toEqual(
      expect.arrayContaining(['000', '100', '010', '001']),
    );
  });
});

describe('a buyer is told', () => {
  it('of goods without any promotion nothing but that', async () => {
    const plain = await offerTo(demo, await makeOwn());
    expect(plain).toMatchObject({
      buy_button_label: '加入购物车',
      is_hidden: 0,
      type: 0,
      is_manjian: 0,
      is_mzhg: 0,
      cartNum: 0,
      goods_price_id: plain.id,
    });
    const optional =
      /^(manjian|mzhg|mj_|hg_|rebate|free_shipping|activity_type|left_|ladder|miaosha|goods_manjian)/;
    expect(Object.keys(plain).filter((key) => optional.test(key))).toEqual([]);
    expect(Object.values(plain)).not.toContain(null);
  });

  it('the same in offers, lists and details', async () => {
    const ids = [known.goodsFullReduction, known.goodsWithGift, known.goodsWithAddOn, known.goodsRebate];
    const items = await goodsItems(db, demo, await getCatalogue(db), ids, Date.now());
    const keys = Object.keys(offer.shape).filter(
      (key) => !['tags', 'buy_state', 'terms', 'image', 'goods_image'].includes(key),
    );
    const only = (goods: object) =>
      Object.fromEntries(Object.entries(goods).filter(([key]) => keys.includes(key)));
    for (const item of items) {
      const own = only(await offerTo(demo, item.id));
      expect(only(item)).toEqual(own);
      expect(only(await getGoods(as(demo), { id: item.id }))).toMatchObject(own);
    }
  });

  it('the tiers of the full reduction, and the unit price that a quote of the least purchase makes', async () => {
    const id = await makeOwn({ packStep: 3 });
    const { id: activity } = await makeActivity(
      db,
      { kind: 'full_reduction', merchantId, config: { tiers } },
      [{ goodsId: id }],
    );
    const notified = await offerTo(demo, id);
    expect(notified).toMatchObject({
      is_manjian: 1,
      goods_manjian_id: activity,
      manjian_data: [{ remarks: '满500减30' }, { remarks: '满1000减80' }],
      // Six at 100.00, less 30.
      mj_price: '95.00',
    });
    const { offers } = await loadOffers(db, demo, { goodsIds: [id] }, new Date());
    const line = {
      id: 0,
      kind: 'normal',
      goodsId: id,
      activityId: null,
      quantity: 6,
      isSelected: true,
    } as const;
    const buyer = { companyId: demo.companyId, region: null, choices: { ...emptyChoices, coupons: [] } };
    expect(quote([line], buyer, offers, Date.now()).lines[0]!.paid).toBe(parseYuan(notified.mj_price!) * 6);
  });

  it('the whole reduction of a large pack, and no unit price that stock or limits forbid', async () => {
    const large = await makeOwn({ packStep: 11 });
    const scarce = await makeGoods(db, known.goodsPlain, 4, {
      price: 10_000,
      memberPrice: 10_000,
      rankPrices: {},
    });
    const limited = await makeOwn({ limitQuantity: 4 });
    await makeActivity(
      db,
      { kind: 'full_reduction', merchantId, config: { tiers } },
      [large, scarce, limited].map((goodsId) => ({ goodsId })),
    );
    // Eleven at 100.00, less 80: 92.727…
    expect((await offerTo(demo, large)).mj_price).toBe('92.73');
    for (const id of [scarce, limited]) {
      const notified = await offerTo(demo, id);
      expect([notified.is_manjian, notified.mj_price]).toEqual([1, undefined]);
    }
  });

  it('gift and add-on: names, thresholds, whether a gift is there, the lowest price to be had', async () => {
    const id = await makeOwn();
    const gift = await makeOwn();
    const config = { threshold, isRepeated: true };
    const named = { name: '买六赠一', merchantId };
    await makeActivity(db, { kind: 'gift', ...named, config }, [
      { goodsId: id },
      { goodsId: gift, role: 'gift', quantity: 5, stock: 4 },
    ]);
    expect(await offerTo(demo, id)).toMatchObject({
      is_mzhg: 1,
      mzhg_title: '买六赠一',
      mzhg_desc: '每满6盒可得赠品',
      mzhg_have_zp: 0,
    });
    const items = [
      { price: 700 },
      // Not for this buyer, gone, sold out: their prices are nobody's here.
      { price: 100, goodsId: known.goodsControlled },
      { price: 200, goodsId: await makeGoods(db, known.goodsPlain, 0) },
      { price: 300, stock: 5, sold: 5 },
    ];
    await makeActivity(
      db,
      {
        kind: 'add_on',
        name: '加价购',
        merchantId,
        config: { threshold: { unit: 'amount', amount: 20_050 } },
      },
      [
        { goodsId: id },
        ...(await Promise.all(
          items.map(async (item) => ({
            goodsId: await makeOwn(),
            stock: 10,
            ...item,
            role: 'add_on' as const,
          })),
        )),
      ],
    );
    expect(await offerTo(demo, id)).toMatchObject({
      mzhg_title: '买六赠一，加价购',
      mzhg_desc: '每满6盒可得赠品，满200.50元可换购',
      hg_price: '7.00',
    });
    expect(await offerTo(demo, known.goodsWithGift)).toMatchObject({ is_mzhg: 1, mzhg_have_zp: 1 });
  });

  it('the flash sale and its line type, until the buyer’s pieces are gone', async () => {
    const flash = await offerTo(demo, known.goodsFlash);
    expect(flash.type).toBe(1);
    expect(flash.miaosha_goods_id).toBeGreaterThan(0);
    const id = await makeOwn();
    const { itemIds } = await makeActivity(db, { kind: 'flash', config: {} }, [
      { goodsId: id, price: 5_000, stock: 10, sold: 10 },
    ]);
    expect(await offerTo(demo, id)).toMatchObject({ type: 0, miaosha_goods_id: itemIds[0] });
  });

  it('the price of the least purchase, which is whole packs', async () => {
    const ladder = [{ number: 10, price: 9_000 }];
    const id = await makeOwn({ ladder, minQuantity: 7, packStep: 5 });
    const notified = await offerTo(demo, id);
    expect(notified).toMatchObject({ price: '90.00', ori_price: '100.00', net: { number: 10 } });
    expect((await offerTo(demo, await makeOwn({ ladder, minQuantity: 7, packStep: 1 }))).price).toBe(
      '100.00',
    );
  });

  it('the group-buy, the ladder, the rebate, free shipping and the cart’s pieces', async () => {
    const group = await offerTo(demo, known.goodsGroupBuy);
    expect(group).toMatchObject({ activity_type: 1, buy_button_label: '去拼团', type: 0 });
    expect(group.left_number).toBeGreaterThan(0);
    expect((await offerTo(demo, known.goodsWithLadder)).ladder_price_id).toBe(known.goodsWithLadder);
    expect(await offerTo(demo, known.goodsRebate)).toMatchObject({
      rebate: '0.30',
      rebate_title: '返利',
      rebate_remarks: expect.stringMatching(/^订单完成后每.返利¥0\.30到余额$/),
    });
    expect((await offerTo(demo, known.goodsFreeShipping)).free_shipping_desc).toMatch(/^单品满\d+.包邮$/);
    const [buyer] = await makeBuyers(db, 1);
    await fillCart(db, buyer!, [{ goodsId: known.goodsPlain, number: 20 }]);
    expect(await offerTo(buyer!, known.goodsPlain)).toMatchObject({ cartNum: 20, cart_num: 20 });
  });
});

describe('who may not see the price', () => {
  /** Goods with every promotion that there is. */
  async function makeLoaded(like: number, more: Parameters<typeof makeGoods>[3] = {}) {
    const ladder = [{ number: 50, price: 9_000 }];
    const id = await makeOwn({ ladder, rebate: 35, freeShippingNumber: 10, merchantId, ...more }, like);
    const other = await makeOwn();
    const subject = { goodsId: id };
    await makeActivity(db, { kind: 'full_reduction', name: '满500减30', merchantId, config: { tiers } }, [
      subject,
    ]);
    await makeActivity(db, { kind: 'gift', name: '满6盒赠好礼', merchantId, config: { threshold } }, [
      subject,
      { goodsId: other, role: 'gift', stock: 10 },
    ]);
    await makeActivity(db, { kind: 'add_on', name: '满6盒换购', merchantId, config: { threshold } }, [
      subject,
      { goodsId: other, role: 'add_on', price: 700, stock: 10 },
    ]);
    await makeActivity(db, { kind: 'flash', name: '低至50元', config: {} }, [{ ...subject, price: 5_000 }]);
    return id;
  }

  const cases: [
    who: string,
    name: keyof typeof known.users | null,
    code: string,
    like: number,
    more?: object,
  ][] = [
    ['a visitor', null, 'login', known.goodsPlain],
    ['a company that waits', 'pending', 'reviewing', known.goodsPlain],
    ['a clinic out of its scope', 'clinic', 'out_of_scope', known.goodsAntibiotic],
    ['a buyer without a grant', 'demo', 'controlled', known.goodsControlled, { isControlled: true }],
  ];

  it.each(cases)('%s is told no amount, in figures or in words', async (_, name, code, like, more) => {
    const id = await makeLoaded(like, more);
    const account = name === null ? null : await accountOf(db, known.users[name]);
    const items = await goodsItems(db, account, await getCatalogue(db), [id], Date.now());
    const notified = await offerTo(account, id);
    expect(notified).toMatchObject({ is_hidden: 1, is_manjian: 1, is_mzhg: 1, buy_state: { code } });
    expect(notified.buy_button_label).toBe(notified.buy_state.action);
    for (const goods of [notified, items[0]!, await getGoods(as(account), { id })]) {
      expect(priceKeysIn(goods)).toEqual([]);
      const texts = /^(manjian_data|mzhg_.*|mj_price|hg_price|rebate.*|free_shipping_desc|.*_price_id)$/;
      expect(Object.keys(goods).filter((key) => texts.test(key))).toEqual([]);
      expect(JSON.stringify(goods)).not.toMatch(/¥|满\d+(减|件|元)|低至|返利|\d+\.\d\d"/);
    }
  });

  it('is kept from them by the mask itself', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const seen = await offerTo(buyer!, await makeLoaded(known.goodsPlain));
    expect(seen).toMatchObject({
      is_hidden: 0,
      mj_price: expect.any(String),
      hg_price: '7.00',
      rebate: '0.35',
    });
    const { tags: _, ...masked } = hidePrices(offer, seen);
    expect(JSON.stringify(masked)).not.toMatch(/¥|满\d|返利|\d+\.\d\d"/);
  });
});
