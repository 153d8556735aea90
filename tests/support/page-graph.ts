/** Which files each page is made of, and which pages are to be looked at after a change. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { routes } from '#lib/contract/routes.ts';
import { changedFiles } from './changed.ts';

const aliases: Record<string, string> = {
  '#lib/': 'src/lib/',
  '#islands/': 'src/islands/',
  '#components/': 'src/components/',
  '#layouts/': 'src/layouts/',
};

/** A file of more pages than this is common: a change of it is seen on the pages that are always looked at. */
const common = 12;

/** What at least so many pages show is on one of the pages that are always looked at. */
const shared = 3;

/** Answers the routes that the zones of the content have. */
const zonePage = 'src/pages/_zone.astro';

const importsOf = new Map<string, string[]>();

function resolve(from: string, name: string): string | null {
  const alias = Object.keys(aliases).find((key) => name.startsWith(key));
  if (alias === undefined && !name.startsWith('.')) return null;
  const file =
    alias === undefined
      ? path.posix.join(path.posix.dirname(from), name)
      : aliases[alias] + name.slice(alias.length);
  return existsSync(file) && statSync(file).isFile() ? file : null;
}

function readImports(file: string): string[] {
  const found = importsOf.get(file);
  if (found !== undefined) return found;
  const names = /\.(astro|tsx?)$/.test(file)
    ? [...readFileSync(file, 'utf8').matchAll(/(?:from\s*|import\s*\(?\s*)'([^']+)'/g)]
    : [];
  const imports = names.flatMap(([, name = '']) => resolve(file, name) ?? []);
  importsOf.set(file, imports);
  return imports;
}

/** The file and all that it imports, through others too. */
function closureOf(file: string): Set<string> {
  const seen = new Set<string>();
  const open = [file];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...readImports(next));
  }
  return seen;
}

/** The page's file. */
function fileOfPage(pattern: string): string {
  const base = `src/pages${pattern === '/' ? '' : pattern}`;
  return [`${base}.astro`, `${base}/index.astro`].find((file) => existsSync(file)) ?? zonePage;
}

/** Pages by the files that they are made of. */
function readGraph(): Map<string, Set<string>> {
  return new Map(Object.keys(routes).map((pattern) => [pattern, closureOf(fileOfPage(pattern))]));
}

/** Of the pages a few that show all of these files among them: the one that adds most comes first. */
function cover(graph: ReadonlyMap<string, ReadonlySet<string>>, shown: Iterable<string>): string[] {
  const left = new Set(shown);
  const chosen: string[] = [];
  while (left.size > 0) {
    let best = { pattern: '', files: [] as string[] };
    for (const [pattern, files] of graph) {
      const adds = [...files].filter((file) => left.has(file));
      if (adds.length > best.files.length) best = { pattern, files: adds };
    }
    for (const file of best.files) left.delete(file);
    chosen.push(best.pattern);
  }
  return chosen;
}

/**
 * The pages to be looked at: a few that show every shared component and layout among them, and those that a changed file
 * belongs to; all where what has changed is not known.
 */
export function choosePages(
  changed: readonly string[] | null = changedFiles(),
  graph: ReadonlyMap<string, ReadonlySet<string>> = readGraph(),
): ReadonlySet<string> {
  if (changed === null) return new Set(graph.keys());
  const users = new Map<string, number>();
  for (const files of graph.values()) for (const file of files) users.set(file, (users.get(file) ?? 0) + 1);
  const own = new Set(changed.filter((file) => (users.get(file) ?? 0) <= common));
  const touched = [...graph].filter(([, files]) => [...files].some((file) => own.has(file)));
  const shown = [...users].flatMap(([file, count]) =>
    count >= shared && /\.(astro|tsx)$/.test(file) ? [file] : [],
  );
  return new Set([...touched.map(([pattern]) => pattern), ...cover(graph, shown)]);
}
