import { Dictionary } from './dictionary.ts';
import { IntList } from './int-list.ts';

/** A syllable as it is typed without tones; ü is v. */
const syllable =
  /^(?:[zcs]h|[bpmfdtnlgkhjqxrzcsyw])?(?:[aoeiuv]|ai|ei|ao|ou|ia|ie|iao|iu|ua|uo|uai|ui|ue|ve|an|en|in|un|vn|ang|eng|ing|ong|ian|iang|iong|uan|uang|er)$/;

/**
 * Splits a pinyin word into syllables by its initials: `amoxilin`, `amxl` → a mo xi lin. Latin letters and digits are
 * the same in both. null when the two do not match.
 */
export function splitSyllables(full: string, initials: string): string[] | null {
  const dead = new Set<number>();
  const parts: string[] = [];
  function walk(at: number, next: number): boolean {
    if (next === initials.length) return at === full.length;
    if (full[at] !== initials[next]) return false;
    const state = at * 1000 + next;
    if (dead.has(state)) return false;
    for (let length = Math.min(6, full.length - at); length >= 1; length--) {
      const part = full.slice(at, at + length);
      if (length > 1 && !syllable.test(part)) continue;
      parts.push(part);
      if (walk(at + length, next + 1)) return true;
      parts.pop();
    }
    dead.add(state);
    return false;
  }
  return walk(0, 0) ? parts : null;
}

/** The syllables of many words, by number: there are about four hundred syllables, and thousands of words. */
export class SyllableLists {
  private readonly known = new Dictionary();
  private readonly parts = new IntList();
  /** End of each word. */
  private readonly ends = new IntList();

  get length(): number {
    return this.ends.length;
  }

  /** Adds the syllables of the next word; null where it could not be split. */
  push(parts: readonly string[] | null): void {
    for (const part of parts ?? []) this.parts.push(this.known.number(part));
    this.ends.push(this.parts.length);
  }

  /** The syllables of a word by its number; null where unknown. */
  of(id: number): string[] | null {
    const [from, end] = [id > 0 ? this.ends.at(id - 1) : 0, this.ends.at(id)];
    if (id < 0 || id >= this.length || from === end) return null;
    return Array.from({ length: end - from }, (_, nth) => this.known.text(this.parts.at(from + nth)));
  }

  /** All known syllables, with the numbers of their words. */
  *entries(): Generator<readonly [id: number, parts: readonly string[]], void> {
    for (let id = 0; id < this.length; id++) {
      const parts = this.of(id);
      if (parts !== null) yield [id, parts];
    }
  }
}
