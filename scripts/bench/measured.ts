/**
 * The tables of docs/measured.md, which `npm run bench -- --write` replaces. Each has its place between two marks; the
 * text around them is written by hand.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { StartupError } from '#lib/server/core/process/env.ts';
import { type Row, tableOf } from './table.ts';

export const measuredFile = 'docs/measured.md';

/** Measured one after the other on one server. */
export const shopTables = [
  'pageWeight',
  'layoutShift',
  'slowBrowser',
  'searching',
  'recall',
  'cart',
  'checkout',
  'cachedPages',
] as const;

/** Measured on shops of their own. */
export const ownTables = [
  'fast',
  'build',
  'json',
  'changes',
  'invoices',
  'chat',
  'live',
  'growth',
  'processes',
  'load',
  'soak',
] as const;

export type ShopTable = (typeof shopTables)[number];
export type OwnTable = (typeof ownTables)[number];
export type TableName = ShopTable | OwnTable | 'faults';

/** The document with the table in its place. Throws where the document has no such place. */
export function withTable(document: string, name: TableName, table: string): string {
  const [first, last] = [`<!-- bench:${name} -->`, `<!-- end of bench:${name} -->`];
  const from = document.indexOf(first);
  const to = document.indexOf(last, from);
  if (from < 0 || to < 0)
    throw new StartupError(`${measuredFile} 里没有 ${first} 和后面的 ${last}，不知道把表写在哪里。`);
  return `${document.slice(0, from + first.length)}\n\n${table}\n\n${document.slice(to)}`;
}

/** Writes the rows into their place, under the machine, its speed and the commit. */
export function writeTable(name: TableName, rows: readonly Row[], about: string): void {
  const facts = [about, `JSON.parse ${parsedMbPerSecond()} MB a second`, ...commit()].join('; ');
  writeFileSync(measuredFile, withTable(readFileSync(measuredFile, 'utf8'), name, tableOf(rows, facts)));
  console.error(`已写入 ${measuredFile}：${name}`);
}

/** Megabytes of JSON that one core parses a second. Tables of two machines are compared by it. */
function parsedMbPerSecond(): number {
  const row = { id: 1591, name: '阿莫西林胶囊', price: '12.80', tiers: [1, 10, 100], isOnShelf: true };
  const text = JSON.stringify(Array.from({ length: 1_000 }, () => row));
  const rates = Array.from({ length: 20 }, () => {
    const begun = performance.now();
    for (let nth = 0; nth < 10; nth++) JSON.parse(text);
    return (10 * Buffer.byteLength(text)) / 1000 / (performance.now() - begun);
  });
  return Math.round(Math.max(...rates));
}

/** The measured commit; nothing where the project is not a checkout. */
function commit(): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const isChanged = git('status', '--porcelain', '--', '.', `:!${measuredFile}`) !== '';
    return [`commit ${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`];
  } catch {
    return [];
  }
}
