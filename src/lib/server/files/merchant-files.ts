/** Files that a merchant's people upload: read like every upload, and stored permanently. */
import { createHash } from 'node:crypto';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { Upload } from '#lib/contract/uploads.ts';
import { roleMay } from '#lib/rules/companies/roles.ts';
import { nextSetUp, type StaffPermission, staffMay } from '#lib/rules/companies/staff.ts';
import type { WordOf } from '#lib/rules/site/words.ts';
import { type Context, staffActorOf } from '../core/context.ts';
import { log } from '../core/process/log.ts';
import type { Account } from '../people/account-rows.ts';
import type { StaffAccount } from '../people/staff-rows.ts';
import { nameOfUpload, readUpload } from '../ports/files/read-upload.ts';
import { openFiles } from '../ports/files/store.ts';
import { merchantFileAddress, type ReportReader } from './report-rows.ts';

/** Required type of each kind of file; null: a PDF or a picture. */
const wanted = {
  test_report: { kind: 'pdf', sentence: '须为PDF，请上传药检报告的PDF文件' },
  seal: { kind: 'image', sentence: '须为图片，请上传出库专用章的图片' },
  contract_seal: { kind: 'image', sentence: '须为图片，请上传合同印章的图片' },
  onboarding: null,
  licence: null,
} as const satisfies Record<WordOf<'merchant_file.kind'>, { kind: 'pdf' | 'image'; sentence: string } | null>;

/**
 * Reads an upload and stores its bytes, before its row: a repeat of the same file finds them under merchant and digest,
 * and a row never references missing bytes. Throws 422 with a sentence for an unreadable or unsupported file, 429 when
 * many are being read, 503 when the store does not take it.
 */
export async function putMerchantFile(
  { now, actor: { merchantId, name } }: Context<'merchant'>,
  file: Upload,
  kind: WordOf<'merchant_file.kind'>,
) {
  const as = kind === 'contract_seal' ? 'seal' : 'document';
  const read = await readUpload(file, `merchant ${merchantId}`, as);
  const only = wanted[kind];
  if (only !== null && read.kind !== only.kind)
    throw fieldError('file', `“${nameOfUpload(file)}”${only.sentence}`);
  const saved = kind === 'seal' ? await shrinkSeal(read.preview) : read.stored;
  const digest = createHash('sha256').update(saved).digest('hex');
  try {
    const files = await openFiles();
    await files.put(merchantFileAddress({ merchantId, digest }), 'stored', Buffer.from(saved));
  } catch (error) {
    log().error({ err: error, merchant: merchantId }, 'a file was not stored');
    throw new AppError(503, '文件暂时无法保存，请稍候再试');
  }
  return {
    merchantId,
    kind,
    digest,
    contentType: read.contentType,
    bytes: saved.byteLength,
    name: nameOfUpload(file),
    uploadedBy: name,
    createdAt: now,
  };
}

/** The printed size: 32 mm, on every sheet. */
async function shrinkSeal(picture: Uint8Array): Promise<Buffer> {
  // Loaded on first use.
  const { default: sharp } = await import('sharp');
  return sharp(picture).resize(480, 480, { fit: 'inside', withoutEnlargement: true }).jpeg().toBuffer();
}

/** Readers of files that merchants uploaded. */
export interface FoundFile {
  bytes: Buffer;
  name: string;
}

/** The caller: in the shop, at a desk, in both, or in neither. */
export interface FileReader {
  account: Account | null;
  staff: StaffAccount | null;
}

/**
 * The identities under which the caller may read: a company's people in charge of documents for what came to it, staff
 * with one of the permissions for their desk's files. Empty for all others, also for staff who have not finished their
 * set-up.
 */
export function readersOf(
  { account, staff }: FileReader,
  permissions: readonly StaffPermission[],
): ReportReader[] {
  const readers: ReportReader[] =
    account !== null && roleMay(account.role, 'papers') ? [{ companyId: account.companyId }] : [];
  if (staff === null) return readers;
  const { kind, merchantId } = staffActorOf(staff);
  const may = permissions.some((permission) => staffMay(kind, staff.role, permission));
  return nextSetUp(staff) === null && may ? [...readers, { merchantId }] : readers;
}
