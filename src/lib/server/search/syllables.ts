/** A syllable as it is typed without tones; ü is v. */
const syllable =
  /^(?:[zcs]h|[bpmfdtnlgkhjqxrzcsyw])?(?:[aoeiuv]|ai|ei|ao|ou|ia|ie|iao|iu|ua|uo|uai|ui|ue|ve|an|en|in|un|vn|ang|eng|ing|ong|ian|iang|iong|uan|uang|er)$/;

/** Each syllable once: there are some four hundred, and thousands of names of them. */
const known = new Map<string, string>();

function shared(part: string): string {
  const before = known.get(part);
  if (before !== undefined) return before;
  // Bounded: a run of latin letters has syllables of its own kind.
  if (known.size < 2_000) known.set(part, part);
  return part;
}

/**
 * Splits a pinyin word into syllables by its initials: `amoxilin`, `amxl` → a mo xi lin. Latin letters and digits
 * stand in both as they are. null when the two do not fit each other.
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
  return walk(0, 0) ? parts.map(shared) : null;
}
