import { expect, it } from 'vitest';
import { answerGroups } from '#lib/rules/purchase/answer-groups.ts';
import { leftText, mayConfirmTogether, type RowToConfirm } from '#lib/rules/purchase/confirm-all.ts';
import { areTogether, inOrder, singleKinds, togetherKinds } from '#lib/rules/purchase/doubt-kinds.ts';

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
