import type { Bench } from './bench.ts';

/** One line of the table. */
export interface Row {
  what: string;
  bar: string;
  measured: string;
  /** Undefined: there is no bar, the number is for the reader. */
  isMet?: boolean;
  /** The bar is a direction to go in: not reaching it is shown, and fails nothing. */
  isDirection?: boolean;
}

export type Measurement = (bench: Bench) => Promise<Row[]>;

export function isMissed(row: Row): boolean {
  return row.isMet === false && !row.isDirection;
}

function verdict({ isMet, isDirection }: Row): string {
  if (isMet === undefined) return '';
  return isMet ? '✓' : isDirection ? '→' : '✗';
}

/** The rows as Markdown, in columns. */
export function tableOf(rows: readonly Row[], about: string): string {
  const cells = [
    ['what', 'bar', 'measured', 'ok'],
    ...rows.map((row) =>
      [row.what, row.isDirection ? `→ ${row.bar}` : row.bar, row.measured, verdict(row)].map((cell) =>
        cell.replaceAll('|', '\\|'),
      ),
    ),
  ];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  const lines = cells.map(
    (line) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`,
  );
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [about, '', ...lines.toSpliced(1, 0, rule)].join('\n');
}

/** The percentile of a share; 0 for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
export const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
export const count = (value: number) => Math.round(value).toLocaleString('en');

/** A row for a list of durations: p95 against a bar in ms, with the median. */
export function latencyRow(what: string, durations: readonly number[], bar?: number): Row {
  const p95 = percentile(durations, 0.95);
  return {
    what: `${what}, p95`,
    bar: bar === undefined ? '' : `≤ ${bar} ms`,
    measured: `${ms(p95)} (median ${ms(percentile(durations, 0.5))}, n ${durations.length})`,
    ...(bar !== undefined && { isMet: p95 <= bar }),
  };
}
