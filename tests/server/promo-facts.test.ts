import { describe, expect, it } from 'vitest';
import { promoFacts } from '#lib/server/offers/promo-facts.ts';

const remarks = ['满500减30', '满1000减80'].map((one) => ({ remarks: one }));

describe('promotions in words', () => {
  it('is nothing where nothing holds', () => expect(promoFacts({}, '盒')).toEqual([]));

  it.each([
    ['满减', { manjian_data: remarks }, '满500减30', '满500减30，满1000减80'],
    [
      '满减',
      { manjian_data: remarks, mj_price: '95.00' },
      '满500减30',
      '满500减30，满1000减80，凑满后每盒¥95.00',
    ],
    [
      '满赠',
      { mzhg_title: '满6盒赠好礼', mzhg_desc: '每满6盒可得赠品', mzhg_have_zp: 1 },
      '每满6盒可得赠品',
      '满6盒赠好礼，每满6盒可得赠品',
    ],
    [
      '满赠',
      { mzhg_title: '满6盒赠好礼', mzhg_desc: '每满6盒可得赠品', mzhg_have_zp: 0 },
      '',
      '满6盒赠好礼，每满6盒可得赠品，赠品已赠完',
    ],
    [
      '换购',
      { mzhg_title: '满200元可换购', mzhg_desc: '满200元可换购', hg_price: '7.00' },
      '满200元可换购',
      '满200元可换购，换购价¥7.00起',
    ],
    [
      '满赠换购',
      { mzhg_title: '甲，乙', mzhg_desc: '丙，丁', mzhg_have_zp: 0, hg_price: '7.00' },
      '丙，丁',
      '甲，乙，丙，丁，赠品已赠完，换购价¥7.00起',
    ],
    [
      '返利',
      { rebate: '0.30', rebate_title: '返利', rebate_remarks: '订单完成后每盒返利¥0.30到余额' },
      '每盒返¥0.30',
      '订单完成后每盒返利¥0.30到余额',
    ],
    [
      '包邮',
      { free_shipping_desc: '单品满60盒包邮，冷链包装费另计' },
      '单品满60盒包邮',
      '单品满60盒包邮，冷链包装费另计',
    ],
  ])('%s of %j', (label, fields, short, text) => {
    expect(promoFacts(fields, '盒')).toEqual([{ label, short, text }]);
  });

  it('stand in their order, what lowers the price first', () => {
    const all = { free_shipping_desc: '包邮', rebate: '1.00', mzhg_desc: '可换购', manjian_data: remarks };
    expect(promoFacts(all, '盒').map(({ label }) => label)).toEqual(['满减', '换购', '返利', '包邮']);
  });
});
