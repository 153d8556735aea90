/** A merchant's own items: values that go together, alarms, the table, and what a set does to a row. */
import { describe, expect, it, test } from 'vitest';
import { planRow } from '#lib/rules/changes/plan-row.ts';
import {
  type OwnGoodsFacts,
  type OwnGoodsValues,
  ownGoodsAlarm,
  ownGoodsFault,
  ownGoodsFields,
} from '#lib/rules/goods/own-goods.ts';
import { ownGoodsTable } from '#lib/rules/goods/own-goods-table.ts';
import { readColumns } from '#lib/rules/tables/columns.ts';

const item: OwnGoodsValues = {
  price: 1_000,
  memberPrice: 900,
  minQuantity: 5,
  limitQuantity: 0,
  dayLimit: 0,
  weekLimit: 0,
  withCoupon: true,
  isOnShelf: true,
};
const facts: OwnGoodsFacts = { packStep: 5, ladder: [], starts: {} };
const kind = { fields: ownGoodsFields, fault: ownGoodsFault, alarm: ownGoodsAlarm };

test.each([
  [{}, {}, null],
  [{ memberPrice: 1_000 }, {}, null],
  [{ memberPrice: 1_001 }, {}, '会员价¥10.01高于原价¥10.00'],
  [{ price: 899 }, {}, '会员价¥9.00高于原价¥8.99'],
  [{}, { ladder: [{ number: 10, price: 950 }] }, '会员价¥9.00低于满10件的阶梯价¥9.50，买得多反而更贵'],
  [{ minQuantity: 7 }, {}, '起订量须为中包装5的倍数'],
  [{ minQuantity: 10, limitQuantity: 5 }, {}, '每单限购5小于起订量10'],
  [{ dayLimit: 4 }, {}, '每日限购4小于起订量5'],
  [{ weekLimit: 5 }, {}, null],
])('%o with %o: %s', (values, more, fault) => {
  expect(ownGoodsFault({ ...item, ...values }, { ...facts, ...more })).toBe(fault);
});

test.each([
  [{ memberPrice: 630 }, null],
  [{ memberPrice: 629 }, '会员价下降30%'],
  [{ memberPrice: 1 }, '会员价下降100%'],
  [{ price: 1_300 }, null],
  [{ price: 1_301 }, '原价上涨30%'],
  [{ dayLimit: 9_999 }, null],
])('%o: %s', (values, alarm) => {
  expect(ownGoodsAlarm(item, { ...item, ...values }, facts)).toBe(alarm);
});

test.each([
  [{ memberPrice: 640 }, { memberPrice: 900 }, null],
  [{ memberPrice: 640 }, { memberPrice: 1_280 }, '会员价7天内累计下降50%'],
  [{ memberPrice: 895 }, { price: 5_000 }, null],
  [{ price: 1_010 }, { price: 700 }, '原价7天内累计上涨44%'],
])('%o after steps from %o: %s', (values, starts, alarm) => {
  expect(ownGoodsAlarm(item, { ...item, ...values }, { starts })).toBe(alarm);
});

describe('a row of a set', () => {
  const plan = (values: Partial<OwnGoodsValues>, seen: Partial<OwnGoodsValues> | null = null) =>
    planRow(kind, { values, seen }, { values: item, facts });

  it('changes what differs', () => {
    expect(plan({ memberPrice: 950, dayLimit: 0 })).toMatchObject({
      state: 'ready',
      before: { memberPrice: 900 },
      after: { memberPrice: 950 },
      whole: { ...item, memberPrice: 950 },
    });
  });
  it('is the same', () => {
    expect(plan({ memberPrice: 900 }).state).toBe('same');
    // Somebody else has written the wanted value already.
    expect(plan({ memberPrice: 900 }, { memberPrice: 800 }).state).toBe('same');
  });
  it('collides where the field was changed since it was seen', () => {
    const planned = plan({ memberPrice: 950 }, { memberPrice: 880 });
    expect(planned).toMatchObject({ state: 'refused', isCollision: true });
    expect(planned.note).toBe('会员价：您改为¥9.50，别人已改为¥9.00');
  });
  it('goes together with a change of another field', () => {
    expect(plan({ dayLimit: 50 }, { dayLimit: 0 }).state).toBe('ready');
  });
  it('is refused as a whole', () => {
    expect(plan({ memberPrice: 2_000, dayLimit: 50 })).toMatchObject({ state: 'refused', whole: null });
  });
});

describe('the table', () => {
  const read = (rows: string[][]) =>
    ownGoodsTable.read(readColumns({ rows, merged: new Set() }, ownGoodsTable.spec).rows);

  it('reads numbers, SKUs, empty cells and faults', () => {
    const rows = read([
      ['商品编号', 'SKU', '名称', '会员价', '每日限购', '上架'],
      ['12', '', '甲', '8.50', '', '否'],
      ['', 'A-7', '乙', '', '100', ''],
      ['12', '', '甲', '9', '', ''],
      ['', '', '丙', '9', '', ''],
      ['13', '', '丁', '八块', '-', ''],
    ]);
    expect(rows.map(({ goodsId, sku, values, wrong }) => [goodsId, sku, values, wrong])).toEqual([
      [12, '', { memberPrice: 850, isOnShelf: false }, ''],
      [0, 'A-7', { dayLimit: 100 }, ''],
      [12, '', { memberPrice: 900 }, '与第2行是同一个商品'],
      [0, '', { memberPrice: 900 }, '第5行没有商品编号，也没有SKU'],
      [13, '', {}, '会员价须为金额，如12.30，不能是“八块”；每日限购不能清空'],
    ]);
  });
});
