/** Pictures of goods of the mall, uploaded at the platform's desk. */
import { fieldError } from '#lib/contract/errors.ts';
import { ownPicturePath } from '#lib/contract/goods/pictures.ts';
import type { MallPictureValues } from '#lib/contract/mall-desk.ts';
import type { Context } from '../core/context.ts';
import { recordPicture } from '../goods/own-picture-rows.ts';
import { pictureName, storePicture } from '../ports/files/own-store.ts';
import { nameOfUpload, readUpload } from '../ports/files/read-upload.ts';

/**
 * `POST /api/desk/points-goods/picture`: stored under its name; one that no goods names within a day is deleted. Throws
 * 422 for what is no picture, and as `readUpload` does.
 */
export async function uploadMallPicture(
  { db, now }: Context<'platform'>,
  { file }: MallPictureValues,
): Promise<{ name: string; url: string }> {
  const { kind, stored } = await readUpload(file, 'platform');
  if (kind !== 'image') throw fieldError('file', `“${nameOfUpload(file)}”须为图片，请上传照片`);
  const name = pictureName(stored);
  await recordPicture(db, name, now);
  await storePicture(name, stored);
  return { name, url: ownPicturePath(name, 'list') };
}
