import { expect, test } from 'vitest';
import { type RebuyFacts, rebuyChanges } from '#lib/rules/orders/rebuy.ts';

const same: RebuyFacts = {
  priceThen: 1200,
  priceNow: 1200,
  wanted: 20,
  number: 20,
  unit: '盒',
  inCart: 0,
  expiresThen: '2028-03-31',
  expiresNow: '2028-03-31',
  refusal: null,
  standIn: null,
};

test.each<[string, Partial<RebuyFacts>, string[]]>([
  ['nothing', {}, []],
  ['dearer', { priceNow: 1350 }, ['涨¥1.50']],
  ['cheaper', { priceNow: 1000 }, ['降¥2.00']],
  ['no price was told', { priceThen: null }, []],
  ['in the cart', { inCart: 20, priceNow: 1350 }, ['购物车已有20盒', '涨¥1.50']],
  ['in the cart, not to be had', { inCart: 20, number: 0, refusal: '缺货' }, ['缺货']],
  ['no price to be seen', { priceNow: null }, []],
  ['less in stock', { number: 10 }, ['现可买10盒（上次20盒）']],
  ['a larger least quantity', { wanted: 5, number: 10 }, ['最少买10盒']],
  ['keeps shorter', { expiresNow: '2027-01-31' }, ['效期更近：2027-01']],
  ['keeps longer', { expiresNow: '2029-01-31' }, ['效期更新：2029-01']],
  ['taken down, nobody else has it', { refusal: '该商品已下架', number: 0, priceNow: 900 }, ['该商品已下架']],
  [
    'another merchant stands in',
    { refusal: '该商品已下架', standIn: { merchant: '岚谷医药', maker: null }, priceNow: 1300 },
    ['该商品已下架', '可换岚谷医药的同品', '涨¥1.00'],
  ],
  [
    'another maker stands in',
    { refusal: '缺货', standIn: { merchant: '岚谷医药', maker: '山东澄岳药业有限公司' } },
    ['缺货', '可换岚谷医药的同品，厂家为山东澄岳药业有限公司'],
  ],
])('%s', (_, change, texts) => {
  expect(rebuyChanges({ ...same, ...change }).map(({ text }) => text)).toEqual(texts);
});
