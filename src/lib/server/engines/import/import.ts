import path from 'node:path';
import { type Context, recordOf } from '#lib/server/core/context.ts';
import { StartupError } from '#lib/server/core/process/env.ts';
import type { Db } from '#lib/server/db/client.ts';
import { listKnownProducts, listMerchantIds } from '#lib/server/engines/import/import-rows.ts';
import { writeAudit } from '#lib/server/ledgers/audit-rows.ts';
import { PictureError } from '../pictures/decode.ts';
import type { PictureFiles } from './picture-files.ts';
import { readPictures, sweepPictures } from './pictures.ts';
import { Matcher, type Publication, planImport } from './plan.ts';
import { Categories, publishBatch } from './publish.ts';
import { houseCode, type OfferOutcome } from './publish-goods.ts';
import { type CatalogueFile, type PlacedRow, readCatalogueFile } from './read-file.ts';
import { type RowResult, type Summary, summarize, writeReport } from './report.ts';

/** Reports progress: rows done of all, in the stage. */
export type Progress = (stage: '读取' | '检查' | '图片' | '发布', done: number, total: number) => void;

export type ImportResult = {
  summary: Summary;
  results: RowResult[];
  /** Path of the report with a line a row. */
  report: string;
  /** Published rows whose pictures were refused. */
  withoutPictures: number;
};

const batchSize = 1000;

interface ImportOptions {
  onProgress?: Progress;
  /** Receives how the columns were read, before anything is written. */
  onRead?: (file: Omit<CatalogueFile, 'rows'>) => void;
  pictures?: PictureFiles | null;
  /** Headings of the file by the columns that an operator assigned. */
  named?: ReadonlyMap<string, string>;
}

/**
 * Imports a catalogue file (rules 7): parse, check, match, gate, publish. Wrong rows are refused each with its reasons,
 * the rest is published in batches; an interrupted import continues when it is run again. Call it under the import's
 * lock (`importLock`), so that of two imports the second sees what the first has written. Throws a StartupError with
 * one sentence when the file as a whole is unusable.
 */
export async function importCatalogue(
  context: Context<'platform'>,
  file: string,
  { onRead = () => {}, named = new Map(), ...options }: ImportOptions = {},
): Promise<ImportResult> {
  const { onProgress = () => {} } = options;
  onProgress('读取', 0, 1);
  const { rows, ...read } = await readCatalogueFile(file, named);
  onRead(read);
  onProgress('读取', 1, 1);
  const done = await importRows(context, path.basename(file), rows, options);
  return { ...done, report: writeReport(file, done.results, context.now) };
}

/** What would become of the rows, without writing. Pictures are not read. */
export async function previewRows(db: Db, rows: PlacedRow[]): Promise<RowResult[]> {
  const merchants = await listMerchantIds(db);
  return planImport(rows, new Matcher(await listKnownProducts(db)), new Set(merchants.keys())).results;
}

/** Check, match, gate and publish. Throws a StartupError without the merchant of rows that name none. */
export async function importRows(
  context: Context<'platform'>,
  name: string,
  rows: PlacedRow[],
  { onProgress = () => {}, pictures = null }: Pick<ImportOptions, 'onProgress' | 'pictures'> = {},
): Promise<Omit<ImportResult, 'report'>> {
  const { db, now } = context;
  const actor = recordOf(context);
  onProgress('检查', 0, rows.length);
  const merchants = await listMerchantIds(db);
  if (!merchants.has(houseCode)) {
    throw new StartupError(
      `还没有商家 ${houseCode}，请先新建商家再导入：npm run ops -- merchant add ${houseCode} …（npm run ops -- help 列出写法）。`,
    );
  }
  const matcher = new Matcher(await listKnownProducts(db));
  const { publications, results } = planImport(rows, matcher, new Set(merchants.keys()));
  onProgress('检查', rows.length, rows.length);
  const run = { actor, file: name, now };
  const bySku = new Map(results.filter(({ outcome }) => outcome !== '拒绝').map((row) => [row.sku, row]));
  const withoutPictures = await takePictures(db, publications, { pictures, bySku, now, onProgress });
  const categories = new Categories();
  await categories.load(db);
  for (let from = 0; from < publications.length; from += batchSize) {
    onProgress('发布', from, publications.length);
    const batch = publications.slice(from, from + batchSize);
    const outcomes = await publishBatch(db, batch, categories, merchants, run);
    for (const [sku, outcome] of outcomes) printOutcome(bySku.get(sku), outcome);
  }
  onProgress('发布', publications.length, publications.length);
  const summary = summarize(results);
  // Also for a run without changes.
  await db.transaction((tx) =>
    writeAudit(tx, actor, {
      act: 'import.end',
      subject: 'import',
      key: run.file,
      before: null,
      after: summary,
      at: now,
    }),
  );
  await sweepPictures(db, now);
  return { summary, results, withoutPictures };
}

interface Taking {
  pictures: PictureFiles | null;
  bySku: ReadonlyMap<string, RowResult>;
  now: Date;
  onProgress: Progress;
}

/**
 * Reads the pictures that rows name, before anything is published: a faulty one is reported, and its item keeps its
 * pictures. Returns the number of such rows.
 */
async function takePictures(
  db: Context<'platform'>['db'],
  publications: Publication[],
  { pictures, bySku, now, onProgress }: Taking,
): Promise<number> {
  const named = publications.filter(({ row }) => row.pictures !== null);
  let refused = 0;
  for (const [at, one] of named.entries()) {
    const result = bySku.get(one.sku);
    try {
      one.newPictures = await readPictures(db, one, pictures, now);
      if (one.newPictures !== null && result?.outcome === '无变化') result.outcome = '更新';
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      result?.reasons.push(error.message);
      refused += 1;
    }
    onProgress('图片', at + 1, named.length);
  }
  return refused;
}

/** A row with only a new stock or lot counts as changed too; one that stays off the shelf gets the reason. */
function printOutcome(row: RowResult | undefined, { isChanged, offShelf }: OfferOutcome): void {
  if (!row) return;
  if (isChanged && row.outcome === '无变化') row.outcome = '更新';
  if (offShelf !== null) row.reasons.push(offShelf);
}

/** Key of the advisory lock that imports of one database share. */
export const importLock = 7_310_942_121;
