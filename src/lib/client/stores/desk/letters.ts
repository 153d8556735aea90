/** Letters to companies. Each rejects as `deskCall` does. */
import { api } from '#lib/contract/api.ts';
import type { CompanyFile } from '#lib/contract/companies/file-schema.ts';
import type { CountedLetter, MadeLetter } from '#lib/contract/letters.ts';
import { deskCall } from './session.ts';

export interface LetterTexts {
  title: string;
  text: string;
  link: string;
}

/** Sends a letter to one company; a repeat with the same token sends it once. */
export function writeToCompany(id: number, token: string, letter: LetterTexts): Promise<CompanyFile> {
  return deskCall(api.writeToCompany, { id, token, ...letter });
}

/** How many companies of a search would get a letter. */
export function countLetter(search: string): Promise<CountedLetter> {
  return deskCall(api.countLetter, { search });
}

/** Begins to send a letter to the companies of a search, `companies` of them as the person was told. */
export function writeToFound(
  to: { search: string; companies: number },
  token: string,
  letter: LetterTexts,
): Promise<MadeLetter> {
  return deskCall(api.writeToFound, { ...to, token, ...letter });
}
