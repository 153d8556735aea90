/** Which files of companies a person may see, and in which form. */
import { LRUCache } from 'lru-cache';
import { nextSetUp, type StaffPermission, staffMay } from '#lib/rules/companies/staff.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { isTalkFile, ofSide } from '../../chat/talk-rows.ts';
import { staffActorOf } from '../../core/context.ts';
import type { Db } from '../../db/client.ts';
import { isFeedbackPicture } from '../../feedback/rows.ts';
import { findFile, isDeskFile } from '../../files/rows.ts';
import { isPointsPicture } from '../../mall/case-rows.ts';
import { isCasePicture } from '../../orders/after-sale-rows.ts';
import { isOrderPicture } from '../../orders/case-rows.ts';
import { findByVoucher } from '../../paying/receipt-rows.ts';
import type { Account } from '../../people/account-rows.ts';
import type { StaffAccount } from '../../people/staff-rows.ts';
import { addressOf, openFiles } from '../../ports/files/store.ts';
import { watermark } from '../../ports/files/watermark.ts';

/** The caller: in the shop, at a desk, in both, or in neither. */
export interface FileReader {
  account: Account | null;
  staff: StaffAccount | null;
}

/** A small picture of a file, a picture in full resolution, or the document. */
export type FileView = 'preview' | 'full' | 'pdf';

/** Cached because reviewers page back and forth. */
const drawn = new LRUCache<string, Uint8Array<ArrayBuffer>>({
  maxSize: 24 * 1024 * 1024,
  sizeCalculation: (bytes) => bytes.byteLength,
});

/**
 * A picture of a file with its watermark, or the PDF itself; null when there is none (a PDF has no full picture, a
 * picture no PDF) or the caller may not see it. Readers: the people of its company and the platform's reviewers; of
 * pictures of 意见反馈 also those who answer it; of a damaged thing of the points mall those who look after the mall; of a
 * transfer's voucher those who look after payments; of pictures of after-sale those who decide the case; of a refused
 * parcel those who may read the order; of a talk those who answer it; and of documents about a lost telephone those who may ask for another.
 */
export async function findFileBytes(
  db: Db,
  reader: FileReader,
  id: string,
  part: FileView,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; name: string } | null> {
  if (!/^[1-9]\d{0,8}$/.test(id)) return null;
  const { staff } = reader;
  const isReviewer =
    mayAtDesk(staff, 'companies') ||
    (mayAtDesk(staff, 'requests') && (await isFeedbackPicture(db, Number(id)))) ||
    (mayAtDesk(staff, 'play') && (await isPointsPicture(db, Number(id)))) ||
    (mayAtDesk(staff, 'payments') && (await findByVoucher(db, Number(id))) !== null) ||
    (mayAtDesk(staff, 'owners') && (await isDeskFile(db, Number(id)))) ||
    (await maySeeCase(db, staff, Number(id))) ||
    (await maySeeOrder(db, staff, Number(id))) ||
    (await maySeeTalk(db, staff, Number(id)));
  if (!isReviewer && reader.account === null) return null;
  const row = await findFile(db, Number(id), isReviewer ? null : (reader.account?.companyId ?? null));
  if (row === null || kindOf(part, row.kind) !== row.kind) return null;
  const files = await openFiles();
  if (part === 'pdf') {
    const stored = await files.find(addressOf(row), 'stored');
    return stored === undefined ? null : { bytes: new Uint8Array(stored), name: row.name };
  }
  const day = dayKey(row.createdAt.getTime());
  const key = `${part} ${row.id} ${row.digest} ${row.company} ${day}`;
  const known = drawn.get(key);
  if (known !== undefined) return { bytes: known, name: row.name };
  const picture = await files.find(addressOf(row), part === 'full' ? 'stored' : 'preview');
  if (picture === undefined) return null;
  const bytes = await watermark(picture, { company: row.company, day });
  drawn.set(key, bytes);
  return { bytes, name: row.name };
}

/** The kind of file that has such a view; both kinds have a preview. */
function kindOf(part: FileView, kind: 'image' | 'pdf'): 'image' | 'pdf' {
  if (part === 'preview') return kind;
  return part === 'pdf' ? 'pdf' : 'image';
}

/** A picture of after-sale, for those who decide: a merchant's people see those of their own cases. */
async function maySeeCase(db: Db, staff: StaffAccount | null, fileId: number): Promise<boolean> {
  if (staff === null) return false;
  const { kind } = staffActorOf(staff);
  const may = nextSetUp(staff) === null && staffMay(kind, staff.role, 'aftersale');
  return may && (await isCasePicture(db, fileId, staff.merchantId));
}

/** A picture of a refused parcel, for those who read the order: a merchant's people see those of their own orders. */
async function maySeeOrder(db: Db, staff: StaffAccount | null, fileId: number): Promise<boolean> {
  if (staff === null) return false;
  const { kind } = staffActorOf(staff);
  const may = nextSetUp(staff) === null && staffMay(kind, staff.role, 'sales');
  return may && (await isOrderPicture(db, fileId, staff.merchantId));
}

/** A file of a talk, for those who answer it. */
async function maySeeTalk(db: Db, staff: StaffAccount | null, fileId: number): Promise<boolean> {
  if (staff === null) return false;
  const { kind } = staffActorOf(staff);
  const may = nextSetUp(staff) === null && staffMay(kind, staff.role, 'chat');
  return may && (await isTalkFile(db, fileId, ofSide(staff)));
}

function mayAtDesk(staff: StaffAccount | null, permission: StaffPermission): boolean {
  if (staff === null) return false;
  const { kind } = staffActorOf(staff);
  return kind === 'platform' && nextSetUp(staff) === null && staffMay(kind, staff.role, permission);
}
