import { describe, expect, it } from 'vitest';
import { merchantFields, merchantText } from '#lib/rules/companies/merchant-fields.ts';
import { readMerchant, restProblem, shownLicence } from '#lib/rules/companies/merchant-form.ts';
import { merchantFieldsOf, merchantPapersOf } from '#tests/support/merchant.ts';

const today = '2026-11-28';
const readNew = (fields: Record<string, string> = {}, papers = merchantPapersOf()) =>
  readMerchant({ ...merchantFieldsOf(), ...fields }, papers, { isNew: true, today });

describe('a merchant as it is written', () => {
  it('fills the columns, amounts in fen, regions as codes', () => {
    const { values, papers, refusals } = readNew({ sell: '湖北、湖南省,内蒙古自治区', unserved: '西藏' });
    expect(refusals).toEqual([]);
    expect(values).toMatchObject({
      shortName: '岚谷医药',
      province: '湖北',
      shippingFee: 1_050,
      freeShippingAmount: 30_000,
      coldChainFee: 0,
      salesRegions: ['15', '42', '43'],
      unservedRegions: ['54'],
    });
    expect(papers).toEqual([
      { kind: 'business_licence', number: '91420100MA4KXAAA1P', validFrom: '2020-01-01', validTo: null },
      { kind: 'drug_licence', number: '鄂AA0270001', validFrom: '2024-01-01', validTo: '2028-12-31' },
    ]);
    expect(shownLicence(papers)).toBe('鄂AA0270001');
  });

  it('names every field and paper that is missing, at once', () => {
    const { refusals } = readMerchant({}, [], { isNew: true, today });
    const needed = merchantFields.filter(({ isNeeded }) => isNeeded);
    expect(refusals).toHaveLength(needed.length + 2);
    for (const { name, text } of needed) expect(refusals).toContain(`请用 --${name} 给出${text}`);
  });

  it('of a change only what is given counts', () => {
    expect(readMerchant({ fee: '12' }, [], { isNew: false, today })).toEqual({
      values: { shippingFee: 1_200 },
      papers: [],
      refusals: [],
      errors: {},
      paperRefusals: [],
    });
  });

  it.each([
    ['alias', '岚', '简称为2–12个字'],
    ['kind', '批发', '经营方式写自营或入驻'],
    ['province', '江城', '没有省级地区“江城”'],
    ['phone', '12345', '电话写手机'],
    ['fee', '-1', '运费写成元'],
    ['fee', '1.234', '运费写成元'],
    ['free', '三百', '免运费金额写成元'],
    ['sell', '湖北,江城', '销售区域不认识“江城”'],
    ['sell', '', '销售区域写全国，或至少一个省'],
    ['policies', 'a;;b', '服务承诺用分号隔开'],
    ['sort', 'x', '排序写0–9999的整数'],
  ])('--%s %j: %s', (name, value, sentence) => {
    const { refusals } = readNew({ [name]: value });
    expect(refusals).toEqual([expect.stringContaining(sentence)]);
  });

  it.each([
    ['药品经营许可证', '证件写成“种类:编号:起始日期:截止日期”'],
    ['采购授权委托书:1:2024-01-01:长期', '不认识证件“采购授权委托书”'],
    ['药品经营许可证:鄂A:2024-02-30:长期', '起始日期写成2024-01-01这样的日期'],
    ['药品经营许可证:鄂A:2024-01-01:', '截止日期写成2028-12-31这样的日期'],
    ['药品经营许可证:鄂A:2024-01-01:2026-11-27', '已于2026-11-27到期'],
    ['药品经营许可证:鄂A:2027-01-01:长期', '自2027-01-01起才有效'],
    ['营业执照:91420100MA4KXAAA11:2020-01-01:长期', '校验位不正确'],
  ])('--paper %s: %s', (paper, sentence) => {
    const { refusals } = readMerchant({}, [paper], { isNew: false, today });
    expect(refusals).toEqual([expect.stringContaining(sentence)]);
  });
});

describe('a field', () => {
  it.each([
    ['fee', 1_050, '10.50'],
    ['sort', 100, '100'],
    ['sell', null, '全国'],
    ['sell', ['42', '43'], '湖北、湖南'],
    ['unserved', [], ''],
    ['policies', ['甲', '乙'], '甲；乙'],
    ['rest-from', null, ''],
    ['alias', '岚谷', '岚谷'],
  ] as const)('%s of %j is typed as %j, and read back', (name, value, typed) => {
    expect(merchantText(name, value)).toBe(typed);
    const { values } = readMerchant({ [name]: typed }, [], { isNew: false, today });
    expect(Object.values(values)).toEqual([value]);
  });
});

describe('a rest', () => {
  it.each([
    [null, null, null],
    ['2026-02-10', '2026-02-10', null],
    ['2026-02-10', null, '休息的开始和结束须一起填写'],
    ['2026-02-10', '2026-02-09', '休息结束不能早于开始'],
    ['2026-02-10', '2026-04-11', '一次最多休息60天，更久请停止销售'],
  ])('from %j to %j: %s', (restsFrom, restsUntil, problem) => {
    expect(restProblem({ restsFrom, restsUntil })).toBe(problem);
  });
});
