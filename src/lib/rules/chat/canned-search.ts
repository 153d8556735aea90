/** Canned answers by `/` in the box of a message (rules 21). */

interface Canned {
  shortcut: string;
  text: string;
}

/** Lines of the list under the box. */
const most = 8;

/** The letters behind a slash that begins the text, in lower case; null where the text is no search. */
export function findCannedWord(typed: string): string | null {
  const found = /^[/／](\S{0,20})$/u.exec(typed);
  return found === null ? null : (found[1] ?? '').toLowerCase();
}

/** Those whose code begins with the letters, then those that have them in code or text; eight at most. */
export function matchCanned<Row extends Canned>(all: readonly Row[], word: string): Row[] {
  const begins = all.filter(({ shortcut }) => shortcut.toLowerCase().startsWith(word));
  const others = all.filter(
    (row) => !begins.includes(row) && `${row.shortcut} ${row.text}`.toLowerCase().includes(word),
  );
  return [...begins, ...others].slice(0, most);
}
