/**
 * Days as their editor wrote them. YAML silently reads an unquoted 2026-02-30 as 2 March, so the schema never sees the
 * error; this wraps a loader and passes the written text to the schema instead.
 */
import { readFile } from 'node:fs/promises';
import type { Loader } from 'astro/loaders';
import { extractFrontmatter } from 'astro/markdown';

/** The same loader, its fields that YAML took for dates as text. */
export function withWrittenDays(loader: Loader): Loader {
  return {
    ...loader,
    load: (context) =>
      loader.load({
        ...context,
        parseData: async (entry) => {
          const source = entry.filePath === undefined ? '' : await readFile(entry.filePath, 'utf8');
          return context.parseData({ ...entry, data: daysAsWritten(entry.data, source) });
        },
      }),
  };
}

/** The fields of a front matter, with dates as written in the source. */
export function daysAsWritten<Data extends Record<string, unknown>>(data: Data, source: string): Data {
  const head = extractFrontmatter(source) ?? '';
  const fields = Object.entries(data).map(([name, value]) => [
    name,
    value instanceof Date ? writtenIn(head, name) : value,
  ]);
  return Object.fromEntries(fields);
}

/** The text after a field's name, without quotes and a comment; empty for an unknown notation. */
function writtenIn(head: string, name: string): string {
  const field = /^["']?([^"':\s]+)["']?[ \t]*:/;
  const line = head.split(/\r?\n/).find((one) => field.exec(one)?.[1] === name) ?? '';
  const [value = ''] = line.slice(line.indexOf(':') + 1).split(/[ \t]#/, 1);
  return value.trim();
}
