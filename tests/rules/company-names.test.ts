/** What of a company's name tells whose it is, and what stands around it in a line. */
import { expect, test } from 'vitest';
import { companyAround, spellingsOf } from '#lib/rules/purchase/company-names.ts';

test.each([
  ['辽宁珞珩制药有限公司', ['辽宁珞珩制药有限公司', '辽宁珞珩制药', '珞珩制药', '辽宁珞珩', '珞珩']],
  ['内蒙古云岫医疗器械集团股份有限公司', ['内蒙古云岫', '云岫']],
  ['珞珩', ['珞珩']],
])('%s may be written as %j', (company, spellings) => {
  expect(spellingsOf(company)).toEqual(expect.arrayContaining(spellings));
});

test.each([
  ['阿莫西林 辽宁省', '制药有限公司 10盒', 3, 6],
  ['青海', '', 2, 0],
  ['10盒', '家的', 0, 2],
  ['', '12片', 0, 0],
])('between %j and %j the name is longer by %i and %i', (before, after, from, to) => {
  expect(companyAround(before, after)).toEqual({ before: from, after: to });
});
