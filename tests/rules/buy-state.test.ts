import { describe, expect, test } from 'vitest';
import { buyState, buyStateCodes, isBuyable } from '#lib/rules/goods/buy-state.ts';
import type { BuyStateBuyer, BuyStateContext, BuyStateGoods } from '#lib/rules/goods/buy-state-shape.ts';
import { isLack } from '#lib/rules/goods/stock.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { now } from './fixtures.ts';

const yesterday = dayKey(now - 86_400_000);

const goods: BuyStateGoods = {
  id: 1,
  merchantId: 1,
  scope: '抗生素',
  buyerTypes: null,
  salesRegions: null,
  excludedRegions: [],
  isControlled: false,
  isOnShelf: true,
  expiresOn: '9999-12-31',
  isStopped: false,
  merchantPapersUntil: null,
  stock: 100,
  packStep: 10,
  minQuantity: 1,
  variantCount: 1,
  hasGroupBuy: false,
  limitQuantity: 0,
  dayLimit: 0,
  weekLimit: 0,
};
const licence = { kind: 'drug_licence' as const, number: '1', validFrom: null, validTo: now + 1 };
const buyer: BuyStateBuyer = {
  companyId: 1,
  companyState: 'approved',
  buyerType: 'pharmacy',
  region: '420106',
  scopes: ['抗生素'],
  papers: [licence],
};
const context: BuyStateContext = { now, grant: 'none', limitUsed: 0, dayUsed: 0, weekUsed: 0 };

type Case = [
  string,
  string,
  string,
  boolean,
  {
    goods?: Partial<BuyStateGoods>;
    buyer?: Partial<BuyStateBuyer> | null;
    context?: Partial<BuyStateContext>;
  },
];

/** The thirteen rows of rules 1, in their order. */
const rows: Case[] = [
  ['login', '登录后可见', '登录查看价格', false, { buyer: null }],
  ['unverified', '认证后可见', '去认证', false, { buyer: { companyState: 'draft' } }],
  ['reviewing', '资质审核中', '查看进度', false, { buyer: { companyState: 'reviewing' } }],
  ['frozen', '账号受限', '联系客服', false, { buyer: { companyState: 'frozen' } }],
  ['out_of_scope', '不在您的经营范围', '申请变更范围', false, { buyer: { scopes: [] } }],
  ['buyer_type', '仅限医疗机构采购', '了解原因', false, { goods: { buyerTypes: ['clinic', 'hospital'] } }],
  ['out_of_area', '超出商家销售区域', '看同品', false, { goods: { salesRegions: ['43'] } }],
  ['controlled', '控销品种', '申请采购权限', false, { goods: { isControlled: true } }],
  ['off_shelf', '已下架', '看同品', false, { goods: { isOnShelf: false } }],
  [
    'paper_expired',
    '资质已过期，更新后可采购',
    '更新资质',
    true,
    { buyer: { papers: [{ ...licence, validTo: now - 1 }] } },
  ],
  ['out_of_stock', '缺货', '到货通知', true, { goods: { stock: 9 } }],
  [
    'limit_reached',
    '已达限购总数',
    '查看恢复时间',
    true,
    { goods: { dayLimit: 20 }, context: { dayUsed: 20 } },
  ],
  ['ok', '', '加入购物车', true, {}],
];

function ask(over: Case[4]) {
  const who = over.buyer === null ? null : { ...buyer, ...over.buyer };
  return buyState({ ...goods, ...over.goods }, who, { ...context, ...over.context });
}

test('the table has thirteen rows, in the order of rules 1', () => {
  expect(buyStateCodes).toEqual(rows.map(([code]) => code));
});

test.each(rows)('%s: %s, %s, price %s', (code, text, action, showsPrice, over) => {
  const state = ask(over);
  expect(state).toMatchObject({ code, text, action, showsPrice });
  expect(isBuyable(state)).toBe(code === 'ok');
  if (code !== 'ok') expect(state.reason.length).toBeGreaterThan(10);
});

test('of two rows that fit the upper one wins', () => {
  for (let upper = 0; upper < rows.length - 1; upper++)
    for (let lower = upper + 1; lower < rows.length - 1; lower++) {
      const a = rows[upper]![4];
      const b = rows[lower]![4];
      const who = a.buyer === null ? null : { ...b.buyer, ...a.buyer };
      const both = { goods: { ...b.goods, ...a.goods }, buyer: who, context: { ...b.context, ...a.context } };
      expect(ask(both).code).toBe(rows[upper]![0]);
    }
});

describe('beside the table', () => {
  test.each([
    ['a rejected company', { buyer: { companyState: 'rejected' } }, 'unverified', '驳回'],
    ['a closed company', { buyer: { companyState: 'closed' } }, 'frozen', '注销'],
    ['a change under review', { buyer: { companyState: 'changing' } }, 'ok', ''],
    ['no scope needed', { goods: { scope: null }, buyer: { scopes: [] } }, 'ok', ''],
    ['a lot beyond its date', { goods: { expiresOn: yesterday } }, 'off_shelf', '有效期'],
    ['a stop of the platform', { goods: { isStopped: true } }, 'off_shelf', '质量核查'],
    ['a lot on its last day', { goods: { expiresOn: dayKey(now) } }, 'ok', ''],
    ['a lot that nobody has entered', { goods: { expiresOn: null } }, 'off_shelf', '尚未登记'],
    [
      "a merchant's paper that has lapsed",
      { goods: { merchantPapersUntil: yesterday } },
      'off_shelf',
      '商家的资质',
    ],
    [
      'a rest of the merchant',
      { goods: { merchantRest: { from: dayKey(now), until: dayKey(now) } } },
      'off_shelf',
      '休息到',
    ],
    ['a rest that is over', { goods: { merchantRest: { from: yesterday, until: yesterday } } }, 'ok', ''],
    ["a merchant's paper on its last day", { goods: { merchantPapersUntil: dayKey(now) } }, 'ok', ''],
    ['a scope that the shop does not know', { goods: { scope: 'unknown' } }, 'out_of_scope', '尚未核定'],
    ['an area left out', { goods: { excludedRegions: ['42'] } }, 'out_of_area', '地区'],
    [
      'an application open',
      { goods: { isControlled: true }, context: { grant: 'pending' } },
      'controlled',
      '正在审核',
    ],
    ['a grant', { goods: { isControlled: true }, context: { grant: 'granted' } }, 'ok', ''],
    [
      'two allowed types',
      { goods: { buyerTypes: ['clinic', 'chain_head'] } },
      'buyer_type',
      '诊所、连锁总部',
    ],
    ['stock below the minimum', { goods: { minQuantity: 101 } }, 'out_of_stock', '起购'],
    ['a promo that is used up', {}, 'ok', ''],
    ['one pack left of a limit', { goods: { dayLimit: 20 }, context: { dayUsed: 10 } }, 'ok', ''],
    [
      'the total limit',
      { goods: { limitQuantity: 5 }, context: { limitUsed: 5 } },
      'limit_reached',
      '限购总数',
    ],
  ] as [string, Case[4], string, string][])('%s', (_name, over, code, reason) => {
    expect(ask(over).code).toBe(code);
    expect(ask(over).reason).toContain(reason);
  });

  test('the button of ok', () => {
    expect(ask({ goods: { hasGroupBuy: true } }).action).toBe('去拼团');
    expect(ask({ goods: { variantCount: 3 } }).action).toBe('选择规格');
    expect(ask({ context: { grant: 'pending' }, goods: { isControlled: true } }).action).toBe('审核中');
  });

  test('an expired paper blocks only what rests on it', () => {
    const papers = [{ ...licence, validTo: now - 1 }];
    expect(ask({ buyer: { papers, scopes: ['其他'] }, goods: { scope: '其他' } }).code).toBe('ok');
    const renewed = [...papers, { ...licence, validTo: null }];
    expect(ask({ buyer: { papers: renewed } }).code).toBe('ok');
  });

  test('the lack mark', () => {
    expect(isLack({ stock: 9, packStep: 10 })).toBe(true);
    expect(isLack({ stock: 10, packStep: 10 })).toBe(false);
    expect(isLack({ stock: 10, packStep: 0 })).toBe(true);
  });
});
