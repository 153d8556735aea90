import { describe, expect, test } from 'vitest';
import {
  applicationKindOf,
  applicationText,
  type CompanyData,
  type DraftPaper,
  emptyCompanyData,
  mayChangePapers,
  stateAfterHandIn,
} from '#lib/rules/companies/application.ts';
import {
  differsAsCompany,
  findChangeLacks,
  findLacks,
  halfFilled,
} from '#lib/rules/companies/application-lacks.ts';
import { type CompanyState, canBecome } from '#lib/rules/companies/company-state.ts';
import { buyerTypes, type PaperKind } from '#lib/rules/companies/qualification.ts';
import { now } from './fixtures.ts';

const day = 86_400_000;

const whole: CompanyData = {
  name: '荆州市沙市区百草堂药店',
  creditCode: '92421002MA99900357',
  buyerType: 'clinic',
  province: '湖北省',
  city: '荆州市',
  district: '沙市区',
  regionCode: '421002',
  receiver: '李沐川',
  phone: '13900990003',
  detail: '示范大道1号',
  scopes: ['中成药'],
};

function paper(kind: PaperKind, over: Partial<DraftPaper> = {}): DraftPaper {
  return {
    kind,
    state: 'draft',
    number: 'N1',
    validFrom: now - day,
    validTo: now + 900 * day,
    lacksEnd: false,
    files: 1,
    ...over,
  };
}

const needed = buyerTypes.clinic.needs.map((kind) => paper(kind));
const with1 = (over: Partial<DraftPaper>) => [paper('practice_licence', over), ...needed.slice(1)];

describe('what an application lacks', () => {
  test('nothing when everything is there', () => {
    expect(findLacks(whole, needed, now)).toEqual([]);
  });

  test('everything of an empty one: fields in order, and no paper before the buyer type is chosen', () => {
    const at = findLacks(emptyCompanyData, [], now).map((lack) => lack.at);
    expect(at).toEqual([
      'name',
      'creditCode',
      'buyerType',
      'regionCode',
      'receiver',
      'phone',
      'detail',
      'scopes',
    ]);
    expect(findLacks(whole, [], now)).toEqual([
      { at: 'practice_licence', text: '请上传医疗机构执业许可证或备案凭证' },
      { at: 'legal_person_id', text: '请上传法人身份证' },
      { at: 'purchase_authorisation', text: '请上传采购授权委托书' },
    ]);
  });

  test.each<[keyof CompanyData, Partial<CompanyData>]>([
    ['name', { name: ' ' }],
    ['creditCode', { creditCode: '92421002MA99900356' }],
    ['regionCode', { regionCode: '4210' }],
    ['phone', { phone: '12345' }],
    ['scopes', { scopes: [] }],
  ])('a wrong %s', (at, over) => {
    expect(findLacks({ ...whole, ...over }, needed, now).map((lack) => lack.at)).toEqual([at]);
  });

  test.each<[string, Partial<DraftPaper>, string]>([
    ['no file', { files: 0 }, '请上传图片或PDF'],
    ['no number', { number: ' ' }, '请填写证件编号'],
    ['no first day', { validFrom: null }, '请填写有效期起'],
    ['no end', { validTo: null, lacksEnd: true }, '请填写有效期至，或选择长期'],
    ['expired', { validTo: now - 1 }, '已过期，请上传新证件'],
  ])('a draft with %s', (_, over, text) => {
    expect(halfFilled(paper('practice_licence', over), now)).toBe(text);
    expect(findLacks(whole, with1(over), now)).toEqual([
      { at: 'practice_licence', text: `医疗机构执业许可证或备案凭证：${text}` },
    ]);
  });

  test('what a company writes itself bears no number', () => {
    for (const kind of ['purchase_authorisation', 'invoice_details', 'quality_survey'] as const)
      expect(halfFilled(paper(kind, { number: '' }), now)).toBeNull();
  });

  test.each<[string, Partial<DraftPaper>, boolean]>([
    ['without end', { validTo: null }, true],
    ['on its last moment', { validTo: now }, true],
    ['approved before there were files', { state: 'approved', files: 0 }, true],
    ['approved and over', { state: 'approved', validTo: now - 1 }, false],
    ['looked at', { state: 'reviewing' }, true],
    ['returned', { state: 'rejected' }, false],
    ['replaced', { state: 'replaced' }, false],
  ])('a needed paper %s', (_, over, isEnough) => {
    expect(findLacks(whole, with1(over), now)).toHaveLength(isEnough ? 0 : 1);
  });

  test('a paper that is not needed is whole or not there; a returned change leaves the old one valid', () => {
    const half = paper('device_filing', { number: '' });
    expect(findLacks(whole, [...needed, half], now).map(({ at }) => at)).toEqual(['device_filing']);
    const both = [
      paper('practice_licence', { state: 'rejected' }),
      paper('practice_licence', { state: 'approved' }),
    ];
    expect(findLacks(whole, [...both, ...needed.slice(1)], now)).toEqual([]);
  });

  test('of a change only what was begun is to be whole', () => {
    const papers = [
      paper('practice_licence', { number: '' }),
      paper('device_filing', { state: 'reviewing', files: 0 }),
    ];
    expect(findChangeLacks(papers, now)).toEqual([
      { at: 'practice_licence', text: '医疗机构执业许可证或备案凭证：请填写证件编号' },
    ]);
  });

  test.each<[string, Partial<CompanyData>, DraftPaper[], string[]]>([
    ['who receives its goods', { receiver: '别人' }, [], []],
    ['the name', { name: '新名' }, [], ['practice_licence']],
    ['the place, with the licence', { regionCode: '420103' }, [paper('practice_licence')], []],
    ['a scope with its paper in force', { scopes: [...whole.scopes, '抗生素'] }, needed, []],
    ['a scope without a paper', { scopes: [...whole.scopes, '二类器械'] }, needed, ['device_filing']],
    [
      'the buyer type',
      { buyerType: 'pharmacy' },
      [paper('business_licence'), paper('legal_person_id', { state: 'approved' })],
      ['drug_licence', 'purchase_authorisation'],
    ],
  ])('a change of %s lacks', (_, over, papers, lacks) => {
    const from: CompanyData = { ...whole, scopes: ['化学药制剂', '中成药'] };
    const to = { ...from, ...over };
    expect(findChangeLacks(papers, now, { from, to }).map(({ at }) => at)).toEqual(lacks);
    expect(differsAsCompany(to, from)).toBe(over.receiver === undefined);
  });

  test.each<[CompanyState, CompanyState | null, string]>([
    ['draft', 'reviewing', 'first'],
    ['rejected', 'reviewing', 'first'],
    ['approved', 'changing', 'change'],
    ['changing', null, 'change'],
    ['reviewing', null, 'first'],
    ['frozen', null, 'first'],
    ['closed', null, 'first'],
  ])('a company that is %s hands in and becomes %s', (from, to, kind) => {
    expect([stateAfterHandIn(from), mayChangePapers(from)]).toEqual([to, to !== null]);
    expect(to === null || canBecome(from, to)).toBe(true);
    expect(applicationKindOf(from)).toBe(kind);
  });

  test('states have their words', () => {
    expect(applicationText('returned')).toBe('已退回');
  });
});
