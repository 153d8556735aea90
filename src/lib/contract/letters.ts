/** Letters of the platform's people to companies: to one, and to all that a search of companies finds (rules 2). */
import { z } from 'zod';
import { hasSiteAddress, letterLine, letterText, letterTitle } from '../rules/companies/letters.ts';
import { get, post } from './call.ts';
import { companyFile } from './companies/file-schema.ts';
import { freeText, id, text, whole } from './fields.ts';

const noAddress = (label: string) => `${label}不能写网址，要让买家打开本站的页面，请填在链接里`;

function line(label: string, bounds: { min: number; max: number }) {
  return text(label, bounds).refine((typed) => !hasSiteAddress(typed), { error: noAddress(label) });
}

const letter = {
  /** Made by the browser: the same letter twice is one. */
  token: text('提交标识', { min: 8, max: 60 }),
  title: line('标题', letterTitle).overwrite(letterLine),
  text: line('正文', letterText),
  /** The address of a page of the shop; empty for none. */
  link: freeText('链接', 300),
};

export const writeToCompanyInput = z.object({ id: id('企业编号'), ...letter });
export type WriteToCompanyValues = z.output<typeof writeToCompanyInput>;

/** A search of companies as the address of its list has it. */
const search = freeText('条件', 2_000);

export const countLetterInput = z.object({ search });
export type CountLetterValues = z.output<typeof countLetterInput>;

export const countedLetter = z.object({
  companies: z.number().int(),
  /** The search in words. */
  filter: z.string(),
});
export type CountedLetter = z.infer<typeof countedLetter>;

export const writeToFoundInput = z.object({
  ...letter,
  search,
  /** How many companies the person was told. */
  companies: whole('企业数', 1, 10_000_000),
});
export type WriteToFoundValues = z.output<typeof writeToFoundInput>;

const madeLetter = z.object({ id: z.number().int() });
export type MadeLetter = z.infer<typeof madeLetter>;

export const lettersCalls = {
  writeToCompany: post('/api/desk/companies/{id}/messages', {
    who: 'platform',
    may: 'letters',
    input: writeToCompanyInput,
    output: companyFile,
  }),
  countLetter: get('/api/desk/letters/count', {
    who: 'platform',
    may: 'letters',
    input: countLetterInput,
    output: countedLetter,
  }),
  writeToFound: post('/api/desk/letters', {
    who: 'platform',
    may: 'letters',
    input: writeToFoundInput,
    output: madeLetter,
  }),
};
