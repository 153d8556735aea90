/** Settings with unknown names: a typo would silently leave metrics, backups or payments off. */

/** Variables of other programs in the same environment, next to our families of names. */
const foreign = /^(NODE_|OTEL_|npm_|AWS_)|^SITE_NAME$/;

export interface Misspelt {
  key: string;
  /** The known name that is probably meant; null where only the family is known. */
  meant: string | null;
}

/**
 * The names in `given` that are nearly a known one, or belong to a family (`SMS_`, `BACKUP_`) whose names are all
 * known.
 */
export function findMisspelt(given: readonly string[], known: readonly string[]): Misspelt[] {
  const families = new Set(known.filter((key) => key.includes('_')).map(familyOf));
  return given
    .filter((key) => !known.includes(key) && !foreign.test(key))
    .flatMap((key) => {
      const meant = known.find((one) => isNear(key, one)) ?? null;
      return meant !== null || (key.includes('_') && families.has(familyOf(key))) ? [{ key, meant }] : [];
    });
}

function familyOf(key: string): string {
  return key.slice(0, key.indexOf('_'));
}

/** Within two letters; one for short names (HOST, PORT, HOME), which are close to too many words. */
function isNear(key: string, known: string): boolean {
  const most = known.length >= 8 ? 2 : 1;
  return Math.abs(key.length - known.length) <= most && distance(key.toUpperCase(), known) <= most;
}

/** Letters to add, leave out or replace until one is the other (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** A sentence with the setting and what may be meant. */
export function misspeltText({ key, meant }: Misspelt): string {
  return meant === null ? `没有名为 ${key} 的设置，它不起作用` : `没有名为 ${key} 的设置，是不是 ${meant}`;
}
