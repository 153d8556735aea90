/**
 * The only way from an uploaded or pasted table to its rows: it is read and mapped as its owner chose before; open
 * columns become questions.
 */
import { createHash } from 'node:crypto';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { TableMapping } from '#lib/contract/tables.ts';
import type { Upload } from '#lib/contract/uploads.ts';
import { headText, type RawTable, type ReadColumns, readColumns } from '#lib/rules/tables/columns.ts';
import type { TableSpec } from '#lib/rules/tables/spec.ts';
import type { Context } from '../../core/context.ts';
import { NoTurn } from '../../core/fair-queue.ts';
import { TableError, type TableLimits, uploadLimits } from './limits.ts';
import { findMapping, type MappingOwner, putMapping } from './mapping-rows.ts';
import { readTable } from './read-table.ts';

export interface OwnTable extends ReadColumns {
  /** For the person. */
  mapping: TableMapping;
}

interface Asked {
  spec: TableSpec;
  /** A person's choice, by column. */
  columns?: readonly string[] | undefined;
}

/** The owner of a mapping: a buyer's company, a merchant, the platform. */
export function ownerOf({ actor }: Pick<Context<'buyer' | 'staff'>, 'actor'>): MappingOwner {
  if (actor.kind === 'buyer') return { companyId: actor.account.companyId, merchantId: null };
  return { companyId: null, merchantId: actor.merchantId };
}

/**
 * Reads a file. Without rows there are questions, or nothing is below the headings. Throws 422 with a sentence for a
 * file that is no table, empty, too large or broken, and for a choice that does not fit the file; 429 when many are
 * being read.
 */
export async function readUpload(
  context: Context<'buyer' | 'staff'>,
  file: Upload,
  { limits = uploadLimits, ...asked }: Asked & { limits?: TableLimits },
): Promise<OwnTable> {
  if (file.bytes.byteLength === 0) throw fieldError('file', '文件是空的，请检查后重新选择');
  if (file.bytes.byteLength > limits.bytes)
    throw fieldError('file', '文件超过10 MB，请只保留需要的行后再上传');
  const { companyId, merchantId } = ownerOf(context);
  const asks = context.actor.kind === 'platform' ? context.actor.name : '';
  try {
    const turn = `table ${companyId} ${merchantId} ${asks}`;
    const { rows, merged, notes } = await readTable(file.bytes, limits, turn, asked.spec);
    if (rows.length === 0) throw new TableError('里没有内容，请检查后重新选择。');
    return await mapTable(context, { rows, merged: new Set(merged) }, { ...asked, notes });
  } catch (error) {
    if (error instanceof NoTurn)
      throw new AppError(429, '正在读取的文件较多，请稍候再试', { retry_after: 5 });
    if (error instanceof TableError)
      throw fieldError('file', `“${file.name.slice(0, 60)}”${error.message.replaceAll('导入', '上传')}`);
    throw error;
  }
}

/** Maps rows that are read already. A person's choice is remembered for the next table with these headings. */
export async function mapTable(
  context: Context<'buyer' | 'staff'>,
  table: RawTable,
  { spec, columns, notes = [] }: Asked & { notes?: readonly string[] },
): Promise<OwnTable> {
  const guessed = readColumns(table, spec);
  const text = headText(guessed);
  const heads = createHash('sha256').update(text).digest('hex');
  const owner = ownerOf(context);
  if (columns !== undefined) {
    const chosen = readColumns(table, spec, columns);
    const [wrong] = chosen.questions;
    if (wrong !== undefined) throw fieldError('columns', wrong);
    if (text !== '') await putMapping(context.db, owner, spec.name, { heads, keys: columns }, context.now);
    return withMapping(chosen, spec, { notes, isRemembered: false });
  }
  const saved = text === '' ? null : await findMapping(context.db, owner, spec.name, heads);
  const again = saved && readColumns(table, spec, saved);
  // A stored column key may be unknown to the table now.
  if (again && again.questions.length === 0) return withMapping(again, spec, { notes, isRemembered: true });
  return withMapping(guessed, spec, { notes, isRemembered: false });
}

function withMapping(
  read: ReadColumns,
  spec: TableSpec,
  { notes, isRemembered }: { notes: readonly string[]; isRemembered: boolean },
): OwnTable {
  const { head, columns, questions } = read;
  return {
    ...read,
    mapping: {
      head,
      columns,
      choices: spec.columns.map(({ key, title, isMany }) => ({ key, title, is_many: isMany ? 1 : 0 })),
      notes: [...notes],
      questions,
      is_remembered: isRemembered ? 1 : 0,
    },
  };
}
