/** What the points mall refuses as a medicine. */
import { describe, expect, it } from 'vitest';
import { findMedicineFault, type KnownDrug } from '#lib/rules/points/medicine.ts';

const drugs: KnownDrug[] = [
  { name: '阿莫西林胶囊', isHerb: false },
  { name: '复方丹参滴丸', isHerb: false },
  { name: '碘伏', isHerb: false },
  { name: '菊花', isHerb: true },
];

describe('findMedicineFault', () => {
  it.each([
    ['阿莫西林胶囊'],
    ['阿莫西林 0.25g*24粒'],
    ['赠品 复方丹参滴丸 180丸'],
    ['菊花'],
    ['碘伏'],
    ['养生礼盒', '内含国药准字Z20053711'],
    ['养生礼盒', '批准文号 Ｈ20013179'],
    ['养生礼盒', 'z20053711。'],
    ['罂粟壳'],
  ])('refuses %s %s', (...texts) => {
    expect(findMedicineFault(texts, drugs)).not.toBeNull();
  });

  it.each([
    ['316不锈钢保温杯 500ml', '型号H2001'],
    ['菊花茶 250g'],
    ['碘伏棉签收纳盒'],
    ['湿巾 80片', '卫妆准字29-XK-1234'],
    ['电子血压计', '粤械注准20202070001'],
    ['充电宝', '型号AH200131799'],
  ])('lets %s %s pass', (...texts) => {
    expect(findMedicineFault(texts, drugs)).toBeNull();
  });
});
