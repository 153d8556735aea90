/** Names in zones against the catalogue, and zones without goods. */
import { expect, test } from 'vitest';
import { goodsListInput } from '#lib/contract/goods/calls.ts';
import { findGoods } from '#lib/server/goods/list.ts';
import { listKnownNames } from '#lib/server/zones/rows.ts';
import { findUnknownNames, unknownNames } from '#lib/server/zones/unknown-names.ts';
import { withinGoods } from '#lib/server/zones/within.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { readZones } from '../../scripts/content/files.ts';

const { db } = await testDatabase();

test('the demo’s zones name what there is', async () => {
  const zones = readZones();
  expect(zones.length).toBeGreaterThan(10);
  expect(await findUnknownNames(db, zones)).toEqual([]);
});

test('names that are not there are told, each once', async () => {
  const known = await listKnownNames(db);
  const zone = {
    goods: { categories: ['感冒药品', '化学药 / 抗感染'], merchants: ['自营', '无此商家'] },
    parts: [
      {
        id: 'a',
        title: '甲',
        goods: { categories: ['感冒药品'], brands: ['无此品牌'], makers: ['无此厂家'] },
      },
    ],
    ads: 'dongji_banner',
  };
  expect(unknownNames(zone, known)).toEqual([
    '分类“感冒药品”在商品库里没有',
    '商家“无此商家”在商品库里没有',
    '厂家“无此厂家”在商品库里没有',
    '品牌“无此品牌”在商品库里没有',
    '广告位“dongji_banner”没有广告',
  ]);
  const found = await findGoods(
    await contextOf(db, 'demo'),
    goodsListInput.parse({ size: 1 }),
    withinGoods({ categories: ['感冒药品'] }),
  );
  expect(found.total).toBe(0);
});
