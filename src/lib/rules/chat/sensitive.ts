/** Words that a message may not carry as it is (rules 21). */
import { keysOf } from '../terms/keys.ts';

/** mask: stars stand in their place · hold: the message waits until the platform has looked at it. */
export const wordActions = { mask: '打码', hold: '先审后发' } as const;
export type WordAction = keyof typeof wordActions;
export const allWordActions = keysOf(wordActions);

export interface SensitiveWord {
  word: string;
  action: WordAction;
}

export interface Checked {
  /** The text as others see it. */
  shown: string;
  /** True where it waits. */
  isHeld: boolean;
  /** Words that were found, each once. */
  found: string[];
}

/** The letters and digits of a text in one form, each with its place: blanks and signs between them are left out. */
function foldedWithPlaces(text: string): { letters: string; places: number[] } {
  let letters = '';
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const folded = character
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, '');
    letters += folded;
    for (let i = 0; i < folded.length; i++) places.push(at);
    at += character.length;
  }
  return { letters, places };
}

/** A word in the form in which it is compared; empty for one of signs alone. */
export function foldedWord(word: string): string {
  return foldedWithPlaces(word).letters;
}

/** Finds the words in a text, also where blanks or signs were put between their letters. */
export function checkWords(text: string, words: readonly SensitiveWord[]): Checked {
  const { letters, places } = foldedWithPlaces(text);
  const found = new Set<string>();
  const masked = new Set<number>();
  let isHeld = false;
  for (const { word, action } of words) {
    const wanted = foldedWord(word);
    if (wanted === '') continue;
    for (let at = letters.indexOf(wanted); at >= 0; at = letters.indexOf(wanted, at + 1)) {
      found.add(word);
      if (action === 'hold') isHeld = true;
      else for (let i = at; i < at + wanted.length; i++) masked.add(places[i] ?? -1);
    }
  }
  let shown = '';
  let at = 0;
  for (const character of text) {
    shown += masked.has(at) ? '*' : character;
    at += character.length;
  }
  return { shown, isHeld, found: [...found] };
}
