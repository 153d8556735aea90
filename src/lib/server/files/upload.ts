/** From an upload to a file that a document can reference (rules 8). */
import { createHash } from 'node:crypto';
import { AppError } from '#lib/contract/errors.ts';
import type { FileWire, UploadInput } from '#lib/contract/files.ts';
import type { Context } from '../core/context.ts';
import { log } from '../core/process/log.ts';
import type { Db, Tx } from '../db/client.ts';
import { fileLimits } from '../ports/files/limits.ts';
import { recordFilesFailed } from '../ports/files/probe.ts';
import type { ReadBytes } from '../ports/files/read-picture.ts';
import { nameOfUpload, readUpload } from '../ports/files/read-upload.ts';
import { addressOf, openFiles } from '../ports/files/store.ts';
import { countUnnamed, lockFiles, lockUploads, type NewFile, saveFile } from './rows.ts';
import { fileWireOf } from './wire.ts';

/**
 * `POST /api/upload`: a picture or a PDF of the company's, which only they and reviewers see. The same file again
 * reuses the row. A file that no document references within a day is deleted. Throws 422 with a sentence for an
 * unreadable or unsupported file, 429 when many are being read or too many are unreferenced (rules 8), 503 when the
 * store does not take it.
 */
export async function uploadFile(
  { db, now, actor: { account } }: Context<'buyer'>,
  { file }: UploadInput,
): Promise<FileWire> {
  const { companyId, userId } = account;
  const read = await readUpload(file, `company ${companyId}`);
  const digest = createHash('sha256').update(read.stored).digest('hex');
  return saveUpload(db, read, {
    companyId,
    digest,
    name: nameOfUpload(file),
    uploadedBy: userId,
    createdAt: now,
  });
}

/** Saves the result of an upload under a row of its own. Throws 503 when the store does not take it. */
export async function saveUpload(
  db: Db,
  { stored, preview, ...facts }: ReadBytes,
  of: Pick<
    NewFile,
    | 'companyId'
    | 'digest'
    | 'name'
    | 'createdAt'
    | 'uploadedBy'
    | 'forCase'
    | 'forOrder'
    | 'forTalk'
    | 'isForDesk'
  >,
): Promise<FileWire> {
  // The row comes first: bytes without a row would never be found again.
  const bytes = stored.byteLength;
  const row = await db.transaction(async (tx) => {
    // The quota is the company's; a desk's uploads do not count.
    if ((of.forCase ?? of.forOrder ?? of.forTalk ?? null) === null && of.isForDesk !== true) {
      await lockUploads(tx, of.companyId);
      refuseOverQuota(await countUnnamed(tx, of.companyId, of.digest), bytes);
    }
    return saveFile(tx, { ...facts, ...of, bytes });
  });
  try {
    const files = await openFiles();
    await files.put(addressOf(row), 'preview', Buffer.from(preview));
    await files.put(addressOf(row), 'stored', Buffer.from(stored));
  } catch (error) {
    recordFilesFailed();
    log().error({ err: error, file: row.id }, 'a file was not stored');
    throw new AppError(503, '文件暂时无法保存，请稍候再试');
  }
  return fileWireOf({ ...row, name: of.name });
}

/** Throws 429 where one more file of this size exceeds the company's quota of unreferenced files. */
function refuseOverQuota(unnamed: { files: number; bytes: number }, bytes: number): void {
  if (unnamed.files < fileLimits.unnamed && unnamed.bytes + bytes <= fileLimits.unnamedBytes) return;
  throw new AppError(429, '已上传而没有提交的文件太多，请先提交已有的，或明天再上传', { retry_after: 3600 });
}

// Locks pictures that a form references.

/**
 * Locks the pictures until the transaction ends and answers each once. A buyer references files of the company, a desk
 * files that a desk uploaded for the case or the order. Throws 422 for others, and for deleted ones.
 */
export async function holdPictures(
  tx: Tx,
  of: { companyId: number } | { caseId: number } | { orderNo: string },
  ids: readonly number[],
): Promise<number[]> {
  const unique = [...new Set(ids)];
  const own = await lockFiles(tx, of, unique);
  if (own.size < unique.length)
    throw new AppError(422, '图片已失效，请重新上传', { errors: { pictures: ['图片已失效，请重新上传'] } });
  return unique;
}
