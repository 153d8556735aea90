/** Cases of 追溯码: what a merchant brings in, and codes as they are scanned, a case standing for its boxes (rules 3). */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { PacksRead } from '#lib/contract/shipping/packs.ts';
import type { Upload } from '#lib/contract/uploads.ts';
import { mostPackRows, packSpec, readPacks } from '#lib/rules/orders/trace-packs.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Db, Tx } from '../db/client.ts';
import { uploadLimits } from '../engines/tables/limits.ts';
import { readUpload } from '../engines/tables/read-mapped.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { addPack, countSent, deletePack, findBoxes, lockPack, savePacks } from './trace-pack-rows.ts';

/** Limit of named rows; after a correction the next ones are named. */
const named = 20;

const limits = {
  ...uploadLimits,
  cell: 220,
  text: 3_000_000,
  time: 10_000,
  heap: 192,
  rows: mostPackRows + 1,
};

/**
 * `POST /api/desk/packs`: saves which codes are in which case, or nothing where a row is wrong or a column has to be
 * chosen. The same file again changes nothing. Throws 422 for a file that cannot be read or is empty, 429 when many are
 * being read.
 */
export async function importPacks(
  context: Context<'merchant'>,
  { file, columns }: { file: Upload; columns?: string[] | undefined },
): Promise<PacksRead> {
  const { db, now, actor } = context;
  const table = await readUpload(context, file, { spec: packSpec, columns, limits });
  const isAsked = table.questions.length > 0;
  const { packed, faults } = isAsked ? { packed: [], faults: [] } : readPacks(table.rows);
  if (packed.length === 0 && faults.length === 0 && !isAsked)
    throw fieldError('file', `“${file.name}”没有数据行`);
  const read = { faults: faults.slice(0, named), wrong: faults.length, table: table.mapping };
  if (isAsked || faults.length > 0) return { ...read, cases: 0, boxes: 0, added: 0, moved: 0 };
  const cases = new Set(packed.map(({ parent }) => parent)).size;
  const saved = await db.transaction(async (tx) => {
    const done = await savePacks(tx, actor.merchantId, packed);
    if (done.added + done.moved > 0)
      await writeAudit(tx, recordOf(context), {
        act: 'lot.packs',
        subject: 'merchant',
        key: actor.merchantId,
        before: null,
        after: { file: file.name, cases, ...done },
        at: now,
      });
    return done;
  });
  return { ...read, cases, boxes: packed.length, ...saved };
}

/**
 * `POST /api/desk/packs/{id}/drop`: takes a code out of its case, which was brought in wrongly. A repeat changes nothing.
 * Throws 409 where it, or a box inside it, was shipped.
 */
export async function dropPack(context: Context<'merchant'>, { id: code }: { id: string }): Promise<void> {
  const { db, now, actor } = context;
  await db.transaction(async (tx) => {
    const parent = await lockPack(tx, actor.merchantId, code);
    if (parent === null) return;
    const boxes = (await findBoxes(tx, actor.merchantId, [code])).get(code) ?? [];
    const sent = await countSent(tx, [code, ...boxes]);
    if (sent > 0)
      throw new AppError(
        409,
        boxes.length === 0 ? `${code}已发出，不能作废` : `${code}里有${sent}个盒码已发出，不能作废`,
      );
    await deletePack(tx, actor.merchantId, code);
    await writeAudit(tx, recordOf(context), {
      act: 'lot.pack_drop',
      subject: 'pack',
      key: `${actor.merchantId}:${code}`,
      before: { code, parent },
      after: null,
      at: now,
    });
  });
}

/**
 * `POST /api/desk/packs/{id}/restore`: puts a code back into the case that it was taken out of, when that is undone.
 * Throws 409 where it is in another case again, or where it or a box inside it was shipped.
 */
export async function restorePack(context: Context<'merchant'>, { id: code }: { id: string }): Promise<void> {
  const { db, now, actor, undoes } = context;
  const key = `${actor.merchantId}:${code}`;
  const parent = undoes?.before?.parent;
  if (undoes?.subjectKey !== key || typeof parent !== 'string')
    throw new AppError(409, '撤销的不是这个码，请刷新');
  await db.transaction(async (tx) => {
    const boxes = (await findBoxes(tx, actor.merchantId, [code])).get(code) ?? [];
    if ((await countSent(tx, [code, ...boxes])) > 0) throw new AppError(409, `${code}已发出，没有撤销`);
    if (!(await addPack(tx, actor.merchantId, { code, parent }))) {
      // In its case it is as before: who undid it already is told by the log.
      if ((await lockPack(tx, actor.merchantId, code)) === parent) return;
      throw new AppError(409, `${code}已重新导入，没有撤销`);
    }
    await writeAudit(tx, recordOf(context), {
      act: 'lot.pack_restore',
      subject: 'pack',
      key,
      before: null,
      after: { code, parent },
      at: now,
    });
  });
}

/**
 * Codes of several lines as they were scanned, those of a merchant's cases replaced by their boxes. Throws 422 for a box
 * that comes twice: in two lines, or beside its case.
 */
export async function openCases(
  db: Db | Tx,
  merchantId: number,
  lines: readonly (readonly string[])[],
): Promise<string[][]> {
  const boxes = await findBoxes(db, merchantId, lines.flat());
  const seen = new Set<string>();
  return lines.map((codes) => {
    const { opened, twice } = openCodes(codes, boxes, seen);
    if (twice !== null) throw fieldError('codes', twice);
    return opened;
  });
}

/** The boxes of codes, and the sentence of the first that is among `seen`, to which they are added. */
export function openCodes(
  codes: readonly string[],
  boxes: ReadonlyMap<string, readonly string[]>,
  seen: Set<string>,
): { opened: string[]; twice: string | null } {
  let twice: string | null = null;
  const opened = codes.flatMap((code) => {
    const own = boxes.get(code);
    for (const box of own ?? [code]) {
      if (seen.has(box)) twice ??= `追溯码重复：${own === undefined ? box : `箱码${code}里的${box}`}`;
      seen.add(box);
    }
    return own ?? [code];
  });
  return { opened, twice };
}
