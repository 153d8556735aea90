/** The strength of a password; in a separate file because its lists are large. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import type { Strength } from '#lib/rules/companies/password.ts';

const meter = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** From 0, easily guessed, to 4. */
export function strengthOf(password: string, own: readonly string[]): Strength {
  return meter.check(password, ['yaopi', 'yaopiwang', '药批网', ...own]).score;
}
