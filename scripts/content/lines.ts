/** The lines of mistakes, so that a terminal opens the file where it is wrong. */

/** A finding, with the words or the field of the head that it concerns. */
export interface Found {
  sentence: string;
  quote?: string;
  field?: string;
}

export interface Mistake {
  sentence: string;
  /** From 1 on; undefined for a mistake of the whole file. */
  line?: number;
}

export interface ContentMistake extends Mistake {
  file: string;
}

/** A mistake as a terminal shows it: `file:line: sentence`. */
export function mistakeText({ file, line, sentence }: ContentMistake): string {
  return `${file}${line === undefined ? '' : `:${line}`}: ${sentence}`;
}

/**
 * The findings with their lines: the second finding at the same words is at their second place. `from`: where the words
 * can begin.
 */
export function placed(source: string, found: readonly Found[], from = 0): Mistake[] {
  const next = new Map<string, number>();
  return found.map(({ sentence, quote, field }) => {
    if (field !== undefined) return { sentence, line: fieldLine(source.split('\n'), [field]) ?? 1 };
    const at = quote === undefined ? -1 : source.indexOf(quote, next.get(quote) ?? from);
    if (quote === undefined || at < 0) return { sentence };
    next.set(quote, at + quote.length);
    return { sentence, line: source.slice(0, at).split('\n').length };
  });
}

/** The line of a field in YAML: of the innermost part of its path that is there. */
export function fieldLine(lines: readonly string[], path: readonly PropertyKey[]): number | undefined {
  let found: number | undefined;
  let at = 0;
  for (const part of path) {
    const next = typeof part === 'number' ? itemAt(lines, at, part) : keyAt(lines, at, String(part));
    if (next < 0) break;
    found = next + 1;
    // The first field of an item may stand behind its dash.
    at = typeof part === 'number' ? next : next + 1;
  }
  return found;
}

function keyAt(lines: readonly string[], from: number, key: string): number {
  return lines.findIndex((line, at) => at >= from && /^\s*(?:- )?["']?([^\s"':：]+)/.exec(line)?.[1] === key);
}

function itemAt(lines: readonly string[], from: number, nth: number): number {
  const dashOf = (line: string) => /^(\s*)-\s/.exec(line)?.[1]?.length;
  const items = [...lines.entries()].filter(([at, line]) => at >= from && dashOf(line) !== undefined);
  const [first] = items;
  return items.filter(([, line]) => dashOf(line) === dashOf(first?.[1] ?? ''))[nth]?.[0] ?? -1;
}
