/** The pictures that rows of an import name: read, made into the shop's own files, and told what could not be. */
import type { Db } from '#lib/server/db/client.ts';
import { forgetUnusedPictures, listUnusedPictures, notePicture } from '#lib/server/repos/own-pictures.ts';
import { pictureName, removePicture, storePicture } from '../files/own-store.ts';
import { PictureError } from '../pictures/decode.ts';
import type { PictureFiles } from './picture-files.ts';
import type { Publication } from './plan.ts';

/** A picture that nobody names is kept so long: pages that were sent before may still ask for it. */
const keptUnusedMs = 24 * 3_600_000;

/**
 * The names of the pictures that a row brings, stored; null where it leaves those that are known. Throws a PictureError
 * that names the file: then none of the row's pictures is taken.
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
        await notePicture(db, name, now);
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

/** Takes pictures away that no product has named for a day. Call it inside the import's lock: nobody names one meanwhile. */
export async function sweepPictures(db: Db, now: Date): Promise<number> {
  const names = await listUnusedPictures(db, new Date(now.getTime() - keptUnusedMs));
  for (const name of names) await removePicture(name);
  await forgetUnusedPictures(db, names);
  return names.length;
}
