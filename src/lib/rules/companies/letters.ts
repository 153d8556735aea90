/** Letters: messages that the platform's people write to one company, or to all that a search finds (rules 2). */
import { keysOf, mapValues } from '../terms/keys.ts';

/** Characters of the title and the text. */
export const letterTitle = { min: 2, max: 40 } as const;
export const letterText = { min: 2, max: 1_000 } as const;

/** Letters to one company in a day, whoever writes them. */
export const lettersADay = 20;
/** Letters to many in a day; stopped ones count. */
export const broadcastsADay = 3;

/** sending: a job sends slices; one letter at a time. stopped: by a person, the rest is not sent. */
export type LetterState = 'sending' | 'stopped' | 'done';

type StateRow = { text: string; next: LetterState[] };

const letterStates = {
  sending: { text: '发送中', next: ['stopped', 'done'] },
  stopped: { text: '已停止', next: [] },
  done: { text: '已发送', next: [] },
} satisfies Record<LetterState, StateRow>;

export const allLetterStates = keysOf(letterStates);
export const letterStateTexts = mapValues(letterStates, ({ text }) => text);

export function canLetterMove(from: LetterState, to: LetterState): boolean {
  const { next }: StateRow = letterStates[from];
  return next.includes(to);
}

/** A letter to one company is sent at once, one to many by the job. */
export function newLetterState(isToOne: boolean): LetterState {
  return isToOne ? 'done' : 'sending';
}

/** The state after a slice: an empty one was the last. One that is not full may lack companies that were closed. */
export function afterLetterSlice(companies: number): LetterState {
  return companies === 0 ? 'done' : 'sending';
}

/** `https://x`, `www.x`, `x.com`; not `No.5`, and not 0.9. */
const address =
  /:\/\/|(?<![a-z\d])www\.|[a-z\d]\.(?:com|cn|net|org|top|xyz|vip|cc|shop|store|site|info|biz|me|co|io|app|link|online|club|wang|ltd)(?![a-z\d])/i;

/** True for a text with an address of a site: a letter leads to pages of the shop alone, by its own link. */
export function hasSiteAddress(text: string): boolean {
  // Full-width letters and stops are read as addresses too.
  return address.test(text.normalize('NFKC').replaceAll('。', '.'));
}

/** One line, with single spaces. */
export function letterLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
