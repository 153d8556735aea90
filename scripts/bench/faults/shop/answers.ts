/** Responses during a fault, as a row of the table. */
import type { Timed } from '../../client.ts';
import { ms, type Row } from '../../table.ts';

/** Statuses by caller, e.g. `{ colleague: 200, notice: 403 }`. */
export type Wanted = Readonly<Record<string, number>>;

/** All responses of each caller. */
export type Answers = Record<string, Timed[]>;

/** Adds a round of responses to the earlier ones. */
export function noteAnswers(all: Answers, round: Readonly<Record<string, Timed>>): void {
  for (const [who, answer] of Object.entries(round)) all[who] = [...(all[who] ?? []), answer];
}

/** A row that is met when everybody got their status each time, within the bar, ms. */
export function answersRow(what: string, wanted: Wanted, answers: Answers, bar: number): Row {
  const seen = Object.entries(wanted).map(([who, status]) => {
    const own = answers[who] ?? [];
    const others = own.map((answer) => answer.status).filter((one) => one !== status);
    const worst = Math.max(0, ...own.map((answer) => answer.ms));
    const isMet = own.length > 0 && others.length === 0 && worst <= bar;
    const bad = others.length === 0 ? '' : `, ${others.length} others: ${[...new Set(others)].join()}`;
    return { isMet, text: `${who} ${own.length} × ${status} in ${ms(worst)}${bad}` };
  });
  return {
    what,
    bar: `served, ≤ ${bar} ms`,
    measured: seen.map(({ text }) => text).join('; '),
    isMet: seen.every(({ isMet }) => isMet),
  };
}
