import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export type Outcome = '新增' | '更新' | '无变化' | '拒绝';

/** The result of one row of the file. */
export type RowResult = { at: number; sku: string; name: string; outcome: Outcome; reasons: string[] };

/** Number of rows by outcome. */
export type Summary = Record<Outcome, number>;

export function summarize(results: RowResult[]): Summary {
  const summary: Summary = { 新增: 0, 更新: 0, 无变化: 0, 拒绝: 0 };
  for (const { outcome } of results) summary[outcome] += 1;
  return summary;
}

/**
 * Writes a report with a line a row (CSV that Excel opens) next to the imported file, or into the system's temporary
 * folder when that fails. Returns its path.
 */
export function writeReport(file: string, results: RowResult[], now: Date): string {
  const stamp = now
    .toISOString()
    .replaceAll(/[-:]|\.\d+Z$/g, '')
    .replace('T', '-');
  const name = `${path.basename(file, path.extname(file))}.report-${stamp}.csv`;
  const text = `\ufeff${csvLine(['行号', '商品编码', '通用名', '结果', '原因'])}${results
    .map((row) => csvLine([row.at, row.sku, row.name, row.outcome, row.reasons.join('；')]))
    .join('')}`;
  for (const folder of [path.dirname(path.resolve(file)), os.tmpdir()]) {
    try {
      const target = path.join(folder, name);
      writeFileSync(target, text);
      return target;
    } catch (error) {
      if (folder === os.tmpdir()) throw error;
    }
  }
  throw new Error('unreachable');
}

/** Lines of a CSV that spreadsheet programs open. */

/** Writes one CSV line (CRLF); fields that need it are quoted, and those a spreadsheet would run get a quote mark. */
function csvLine(fields: readonly (string | number)[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}

function csvField(field: string | number): string {
  const plain = String(field);
  // A leading =, +, - or @ is a formula to Excel: rows of a report come from other people's files.
  const safe = typeof field === 'string' && /^[=+\-@\t]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
