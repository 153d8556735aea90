/** The names under which requests are counted: patterns of the tables, never an address as it came. */

import { api } from '#lib/contract/api.ts';
import { findPattern } from '#lib/contract/routes.ts';

interface Pattern {
  name: string;
  parts: string[];
}

const [fixed, open] = split(Object.values(api).map(({ path }) => path));
const prefixes: [prefix: string, name: string][] = [
  ['/_astro/', 'assets'],
  ['/img/', 'pictures'],
  ['/video/', 'films'],
];

function split(paths: readonly string[]): [Set<string>, Pattern[]] {
  const withHoles = [...new Set(paths)].filter((path) => path.includes('{'));
  return [
    new Set([...paths.filter((path) => !path.includes('{')), '/api/health', '/api/metrics', '/api/events']),
    withHoles.map((name) => ({ name, parts: name.split('/') })),
  ];
}

function nameOfCall(path: string): string {
  if (fixed.has(path)) return path;
  const parts = path.split('/');
  const found = open.find(
    (pattern) =>
      pattern.parts.length === parts.length &&
      pattern.parts.every((part, at) => part.startsWith('{') || part === parts[at]),
  );
  return found?.name ?? 'unknown call';
}

/** `/list/info/[id]`, `/api/goods/detail/{id}`, `assets`, or `other`; `broken` for an address that cannot be read. */
export function routeName(path: string | undefined): string {
  if (path === undefined) return 'broken';
  if (path === '/api' || path.startsWith('/api/')) return nameOfCall(path);
  const kind = prefixes.find(([prefix]) => path.startsWith(prefix));
  return kind?.[1] ?? findPattern(path) ?? 'other';
}
