/** The scans of 首营资料, for those who may see them. */
import type { Db } from '../db/client.ts';
import { type FileReader, type FoundFile, readersOf } from '../files/merchant-files.ts';
import { merchantFileAddress } from '../files/report-rows.ts';
import { openFiles } from '../ports/files/store.ts';
import { findOnboardingFile } from './file-rows.ts';

/**
 * A page of a document by its file; null when there is none or the caller may not see it. Readers: the merchant's
 * people with the role, the platform's, and, while the document is current, companies that received its items.
 */
export async function findOnboardingBytes(
  db: Db,
  reader: FileReader,
  fileId: number,
): Promise<(FoundFile & { contentType: string }) | null> {
  for (const one of readersOf(reader, ['onboarding'])) {
    const row = await findOnboardingFile(db, fileId, one);
    if (row === null) continue;
    const bytes = await (await openFiles()).find(merchantFileAddress(row), 'stored');
    return bytes === undefined ? null : { bytes, name: row.name, contentType: row.contentType };
  }
  return null;
}
