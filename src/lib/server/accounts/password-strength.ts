/** Strength of a password by the number of guesses (zxcvbn: lists of leaked passwords, words, patterns, dates). */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { fieldError } from '#lib/contract/errors.ts';
import { passwordProblem } from '#lib/rules/companies/password.ts';

let shared: Promise<ZxcvbnFactory> | undefined;

/** Loads the lists when the first password is set: they are 3 MB, and most processes never need them. */
async function open(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
}

/**
 * Throws 422 at `field` for a password that is too short, too long or too easily guessed; `own` are words of the
 * person's.
 */
export async function checkStrength(
  field: string,
  password: string,
  own: readonly string[],
  bounds?: { min: number; max: number },
): Promise<void> {
  shared ??= open();
  const { score } = (await shared).check(password, ['yaopi', 'yaopiwang', '药批网', ...own]);
  const problem = passwordProblem(password.length, score, bounds);
  if (problem !== undefined) throw fieldError(field, problem);
}
