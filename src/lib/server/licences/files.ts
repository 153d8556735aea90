/** The scans of licences that merchants upload, for those who may see them. */
import type { Db } from '../db/client.ts';
import { type FileReader, type FoundFile, readersOf } from '../files/merchant-files.ts';
import { merchantFileAddress } from '../files/report-rows.ts';
import { openFiles } from '../ports/files/store.ts';
import { findLicenceFile } from './rows.ts';

/**
 * A scan; null where there is none, or for a caller who is neither of the merchant's people with the role nor the
 * platform's.
 */
export async function findLicenceBytes(
  db: Db,
  reader: FileReader,
  fileId: number,
): Promise<(FoundFile & { contentType: string }) | null> {
  for (const one of readersOf(reader, ['onboarding'])) {
    const row = await findLicenceFile(db, fileId, one);
    if (row === null) continue;
    const bytes = await (await openFiles()).find(merchantFileAddress(row), 'stored');
    return bytes === undefined ? null : { bytes, name: row.name, contentType: row.contentType };
  }
  return null;
}
