import type { Db } from '#lib/server/db/client.ts';
import { StartupError } from '#lib/server/env.ts';
import { Matcher, planImport } from './plan.ts';
import { Categories, listKnownProducts, listMerchantIds, publishBatch } from './publish.ts';
import { houseCode } from './publish-goods.ts';
import { readCatalogueFile } from './read-file.ts';
import { type RowResult, type Summary, summarize, writeReport } from './report.ts';

/** Tells how far the import is: rows done of all, in the stage. */
export type Progress = (stage: '读取' | '检查' | '发布', done: number, total: number) => void;

export type ImportResult = {
  summary: Summary;
  results: RowResult[];
  /** Heads of columns that were left out. */
  ignored: string[];
  /** Path of the report with a line a row. */
  report: string;
};

const batchSize = 1000;

/**
 * Imports a catalogue file (decisions 7): parse, check, match, gate, publish. Wrong rows are refused each with its
 * reasons, the rest is published in batches; an import that was broken off goes on when it is run again. Call it inside
 * the import's lock (`importLock`), so that of two imports the second sees what the first has written.
 * Throws a StartupError with one sentence when the file as a whole is of no use.
 */
export async function importCatalogue(
  db: Db,
  file: string,
  now: Date,
  tell: Progress = () => {},
): Promise<ImportResult> {
  tell('读取', 0, 1);
  const { rows, ignored } = await readCatalogueFile(file);
  tell('读取', 1, 1);
  tell('检查', 0, rows.length);
  const merchants = await listMerchantIds(db);
  if (!merchants.has(houseCode)) {
    throw new StartupError(`还没有商家 ${houseCode}，请先执行 npm run seed 或新建商家再导入。`);
  }
  const matcher = new Matcher(await listKnownProducts(db));
  const { publications, results } = planImport(rows, matcher, new Set(merchants.keys()));
  tell('检查', rows.length, rows.length);
  const categories = new Categories();
  await categories.load(db);
  for (let from = 0; from < publications.length; from += batchSize) {
    tell('发布', from, publications.length);
    const batch = publications.slice(from, from + batchSize);
    await publishBatch(db, batch, categories, merchants, now);
  }
  tell('发布', publications.length, publications.length);
  return { summary: summarize(results), results, ignored, report: writeReport(file, results, now) };
}

/** Key of the advisory lock that imports of one database share. */
export const importLock = 7_310_942_121;
