/**
 * The pictures named by rows of an import: read, converted into the shop's own files, and reported where they are
 * faulty.
 */
import type { Db } from '#lib/server/db/client.ts';
import {
  forgetUnusedPictures,
  listUnusedPictures,
  recordPicture,
} from '#lib/server/goods/own-picture-rows.ts';
import { pictureName, removePicture, storePicture } from '../../ports/files/own-store.ts';
import { PictureError } from '../pictures/decode.ts';
import type { PictureFiles } from './picture-files.ts';
import type { Publication } from './plan.ts';

/** How long an unused picture stays: pages sent before may still request it. */
const keptUnusedMs = 24 * 3_600_000;

/**
 * The names of a row's pictures, stored; null where it leaves the known ones. Throws a PictureError that names the
 * file: then none of the row's pictures is taken.
 */
export async function readPictures(
  db: Db,
  { row, pictures: known }: Pick<Publication, 'row' | 'pictures'>,
  files: PictureFiles | null,
  now: Date,
): Promise<string[] | null> {
  if (row.pictures === null) return null;
  if (files === null && row.pictures.length > 0)
    throw new PictureError('图片未更新：没有给出图片所在的文件夹或 ZIP（--pictures）');
  const names: string[] = [];
  for (const file of row.pictures) {
    try {
      const bytes = (await files?.read(file)) ?? new Uint8Array();
      const name = pictureName(bytes);
      if (names.includes(name)) continue;
      if (!known.includes(name)) {
        await recordPicture(db, name, now);
        await storePicture(name, bytes);
      }
      names.push(name);
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      throw new PictureError(`图片未更新：“${file}”${error.message}`, { cause: error });
    }
  }
  const isSame = names.length === known.length && names.every((name, at) => name === known[at]);
  return isSame ? null : names;
}

/** Deletes pictures without a product for a day. Call it under the import's lock, so that none is used meanwhile. */
export async function sweepPictures(db: Db, now: Date): Promise<number> {
  const names = await listUnusedPictures(db, new Date(now.getTime() - keptUnusedMs));
  for (const name of names) await removePicture(name);
  await forgetUnusedPictures(db, names);
  return names.length;
}
