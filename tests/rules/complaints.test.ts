/** Complaints as they are typed into the search box. */
import { expect, test } from 'vitest';
import { allComplaints, complaintOf, literalOf, withoutNearExpiry } from '#lib/rules/names/complaints.ts';
import { findOtherName } from '#lib/rules/names/trade-names.ts';

test.each<[string, string | null]>([
  ['拉肚子', '腹泻'],
  ['拉 肚子', '腹泻'],
  ['治拉肚子的药', '腹泻'],
  ['拉肚子吃什么药', '腹泻'],
  ['小孩退烧', '小儿发热'],
  ['退烧药', '发热'],
  ['眼药水', '滴眼液'],
  // Names and longer texts are no complaints.
  ['阿莫西林', null],
  ['拉肚子 蒙脱石', null],
  ['红霉素眼膏', null],
  ['药', null],
  ['', null],
])('%s complains of %s', (typed, term) => {
  expect(complaintOf(typed)?.term ?? null).toBe(term);
});

test('each word stands once, is no name of a medicine, and has its source', () => {
  const words = allComplaints.flatMap((one) => one.words);
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  expect(words.filter((word) => findOtherName(word) !== undefined)).toEqual([]);
  for (const { term, names, source } of allComplaints) {
    expect(source, term).toMatch(/国家基本药物目录|药品说明书|中国药典/);
    expect(
      names.filter((name) => name.length < 2),
      term,
    ).toEqual([]);
  }
});

test.each<[string, string | null, string | null]>([
  ['近效期', '', null],
  ['近效期 阿莫西林', '阿莫西林', null],
  ['临期商品', '', null],
  ['阿莫西林', null, null],
  ['"近效期"', null, '近效期'],
  ['“拉肚子”', null, '拉肚子'],
  ['""', null, null],
])('%s: a filter beside “%s”, as written: %s', (typed, rest, literal) => {
  expect([withoutNearExpiry(typed), literalOf(typed)]).toEqual([rest, literal]);
});
