import { expect, it } from 'vitest';
import { answerGroups } from '#lib/rules/purchase/answer-groups.ts';
import { leftText, mayConfirmTogether, type RowToConfirm } from '#lib/rules/purchase/confirm-all.ts';
import {
  areTogether,
  type DoubtKind,
  inOrder,
  singleKinds,
  togetherKinds,
  withOwnNumber,
} from '#lib/rules/purchase/doubt-kinds.ts';

const row = (over: Partial<RowToConfirm> = {}): RowToConfirm => ({
  grade: 'check',
  kinds: ['packing'],
  number: 10,
  isSettled: false,
  ...over,
});

it.each<[string, Partial<RowToConfirm>, boolean]>([
  ['the packing alone', {}, true],
  ['packing, form, spelling, maker and mark', { kinds: [...togetherKinds] }, true],
  ['nothing that is known', { kinds: [] }, false],
  ['certain already', { grade: 'sure', kinds: [] }, false],
  ['looked at already', { isSettled: true }, false],
  ['nothing to buy', { number: 0 }, false],
  ['nothing found', { grade: 'none', number: 0, kinds: [] }, false],
])('one press and %s', (_, over, may) => {
  expect(mayConfirmTogether(row(over))).toBe(may);
});

it.each(singleKinds)('one press never takes a row that asks about %s', (kind) => {
  expect(areTogether([kind])).toBe(false);
  expect(mayConfirmTogether(row({ kinds: ['packing', kind] }))).toBe(false);
});

it('says why rows are left, and nothing where none is', () => {
  expect(leftText([])).toBeNull();
  expect(leftText([row(), row({ grade: 'sure' }), row({ kinds: ['drug'], isSettled: true })])).toBeNull();
  expect(leftText([row({ kinds: ['drug'] })])).toBe('1行的药品、规格、数量或价格要逐行核对');
  expect(leftText([row({ kinds: ['price'] }), row({ grade: 'none', number: 0 }), row({ number: 0 })])).toBe(
    '1行的药品、规格、数量或价格要逐行核对；2行没有找到或暂不可购买',
  );
});

it('tells first what may be another medicine', () => {
  const doubts = inOrder([
    { kind: 'maker', text: '甲' },
    { kind: 'spec', text: '乙' },
    { kind: 'drug', text: '丙' },
    { kind: 'spec', text: '丁' },
  ]);
  expect(doubts.map(({ text }) => text).join('')).toBe('丙乙丁甲');
});

it('groups marks and makers, each for one press, and nothing that a person has to look at', () => {
  const rows = [
    { ...row({ kinds: ['trade'] }), about: '达克宁' },
    { ...row({ kinds: ['trade', 'packing'] }), about: '立普妥' },
    { ...row({ kinds: ['spec', 'trade'] }), about: '代文' },
    { ...row({ kinds: ['maker'] }), about: '拜耳' },
    { ...row({ kinds: ['maker'] }), about: '' },
    { ...row({ kinds: ['maker'], isSettled: true }), about: '江中' },
    { ...row({ kinds: ['maker', 'trade'] }), about: '达克宁' },
  ];
  expect(answerGroups(rows)).toEqual([
    {
      kind: 'trade',
      text: '3行写商品名，平台无原研：达克宁、立普妥',
      button: '全部换同通用名',
      places: [0, 1, 6],
    },
    { kind: 'maker', text: '1行的厂家平台没有：拜耳', button: '全部换平台的厂家', places: [3] },
  ]);
  expect(answerGroups([])).toEqual([]);
});

it.each<[string, DoubtKind[], string, DoubtKind[]]>([
  ['品名相符；中包装10盒，数量由5盒改为10盒', [], '品名相符', []],
  ['中包装10盒，数量由5盒改为10盒，请核对', ['packing'], '', []],
  ['没有写数量，请填写', ['quantity'], '', []],
  [
    '“急”没有识别；库存仅600盒，数量由1000盒改为600盒，请核对',
    ['text', 'quantity'],
    '“急”没有识别，请核对',
    ['text'],
  ],
  [
    '有2个规格，按10ml；5盒起购，数量由2盒改为5盒，请核对',
    ['packing', 'quantity'],
    '有2个规格，按10ml，请核对',
    ['packing'],
  ],
  ['有2个厂家，请选择', ['maker'], '有2个厂家，请选择', ['maker']],
])('a number that a person sets ends what was said of it: %s', (reason, kinds, said, left) => {
  expect(withOwnNumber(reason, kinds)).toEqual({ reason: said, kinds: left });
});
