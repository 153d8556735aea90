import { describe, expect, it } from 'vitest';
import { type LeafletFacts, leafletParts, leafletSections } from '#lib/rules/goods/leaflet.ts';

const facts: LeafletFacts = {
  kind: '化学药',
  indications: '用于发热。',
  storage: '常温',
  spec: '0.3g*20粒',
  unit: '盒',
  shelfLifeMonths: 24,
  approvalNo: '国药准字H1',
  maker: '某药业',
};
const names = (text: Parameters<typeof leafletSections>[1], of = facts) =>
  leafletSections(of, text).map(({ name }) => name);

describe('a leaflet', () => {
  it('has the heads of a real one, in their order', () => {
    const whole = Object.fromEntries(leafletParts.map((part) => [part, '文字']));
    expect(names(whole)).toEqual(
      '成份 性状 适应症 用法用量 不良反应 禁忌 注意事项 贮藏 包装 有效期 执行标准 批准文号 生产企业'.split(
        ' ',
      ),
    );
  });

  it('takes from the product what it does not say, and nothing where nobody wrote one', () => {
    expect(leafletSections(facts, { usage: '口服。' })).toEqual([
      { name: '适应症', text: '用于发热。' },
      { name: '用法用量', text: '口服。' },
      { name: '贮藏', text: '常温' },
      { name: '包装', text: '0.3g*20粒/盒' },
      { name: '有效期', text: '24个月' },
      { name: '批准文号', text: '国药准字H1' },
      { name: '生产企业', text: '某药业' },
    ]);
    expect(names(null)).toEqual(['适应症']);
    expect(names(null, { ...facts, indications: ' ' })).toEqual([]);
    expect(leafletSections(facts, { indications: '另一句。' })[0]?.text).toBe('另一句。');
  });

  it.each([
    ['化学药', '适应症'],
    ['中成药', '功能主治'],
    ['中药饮片', '功能主治'],
    ['医疗器械', '适用范围'],
  ])('of %s calls what it is for %s', (kind, name) => {
    expect(names(null, { ...facts, kind })).toEqual([name]);
  });
});
