/** The items' own pictures as files: named by a hash of the content, in every size and format that pages use. */
import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { ownWidths } from '#lib/contract/goods/pictures.ts';
import { env } from '../../core/process/env.ts';
import { codeOf } from '../../core/process/error-facts.ts';
import { explained, openPicture } from '../../engines/pictures/decode.ts';
import { type FileStore, openFiles } from './store.ts';

/** Increased when files are made in another way: then the same picture gets another name. */
const recipe = 1;

/** The smallest size is last: where it exists, all exist. */
const widths = Object.values(ownWidths).toSorted((a, b) => b - a);
const formats = ['avif', 'webp'] as const;
const names = /^([\w-]{22})-(\d+)\.(avif|webp)$/;

/** The address of a picture's files in the file store. */
export function pictureAddress(name: string): string {
  return `picture-${name}`;
}

/** Folder of earlier versions, in the data directory of one machine. It is still read. */
function oldFolder(): string {
  return path.resolve(env().DATA_DIR, 'pictures');
}

function oldPlaceOf(name: string, part: string): string {
  return path.join(oldFolder(), name.slice(0, 2), `${name}-${part}`);
}

/** The name of a picture by its original bytes: the same picture has one name. */
export function pictureName(bytes: Uint8Array): string {
  return createHash('sha256').update(`${recipe}\n`).update(bytes).digest('base64url').slice(0, 22);
}

/** The picture and part that a file of an address belongs to; undefined for other files. */
export function findPictureName(file: string): { name: string; part: string; type: string } | undefined {
  const [, name, width, format] = names.exec(file) ?? [];
  if (name === undefined || !widths.some((known) => String(known) === width)) return undefined;
  return { name, part: `${width}.${format}`, type: `image/${format}` };
}

async function readOld(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The bytes of a file; null where it does not exist. Throws a StartupError when the store is down. */
export async function readOwnPicture(name: string, part: string): Promise<Uint8Array<ArrayBuffer> | null> {
  // The old folder first: checking a folder costs less than a request to a bucket.
  const bytes =
    (await readOld(oldPlaceOf(name, part))) ?? (await (await openFiles()).find(pictureAddress(name), part));
  return bytes === undefined ? null : new Uint8Array(bytes);
}

/** The files of earlier versions, by their names in the store, each with its path. */
export async function* oldPictures(): AsyncGenerator<[name: string, file: string]> {
  for (const group of await readdir(oldFolder()).catch(() => []))
    for (const file of await readdir(path.join(oldFolder(), group)).catch(() => [])) {
      const found = findPictureName(file);
      if (found !== undefined)
        yield [`${pictureAddress(found.name)}/${found.part}`, path.join(oldFolder(), group, file)];
    }
}

/** Copies the files that an earlier version made of a picture into the store; false where one is missing. */
async function copyOld(name: string, files: FileStore): Promise<boolean> {
  const parts = widths.flatMap((width) => formats.map((format) => `${width}.${format}`));
  const old = await Promise.all(parts.map((part) => readOld(oldPlaceOf(name, part))));
  if (old.includes(undefined)) return false;
  for (const [at, bytes] of old.entries())
    if (bytes !== undefined) await files.put(pictureAddress(name), parts[at] ?? '', bytes);
  return true;
}

/**
 * Makes the files of a picture: squares on white, without metadata. Existing files are left. Throws a PictureError for
 * unusable bytes, a StartupError when the store fails.
 */
export async function storePicture(name: string, bytes: Uint8Array): Promise<void> {
  const files = await openFiles();
  const address = pictureAddress(name);
  if ((await files.find(address, `${ownWidths.mini}.webp`)) !== undefined) return;
  if (await copyOld(name, files)) return;
  const opened = await openPicture(bytes);
  const square = {
    width: ownWidths.full,
    height: ownWidths.full,
    fit: 'contain',
    background: '#fff',
  } as const;
  const { data, info } = await explained(
    opened.resize(square).toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true }),
  );
  const { default: sharp } = await import('sharp');
  const raw = { width: info.width, height: info.height, channels: info.channels };
  for (const width of widths) {
    const sized = sharp(data, { raw }).resize(width, width);
    for (const format of formats) {
      const made =
        format === 'avif'
          ? sized.clone().avif({ quality: 52, effort: 2 })
          : sized.clone().webp({ quality: 80 });
      await files.put(address, `${width}.${format}`, await made.toBuffer());
    }
  }
}

/** Removes the files of a picture; missing ones are ignored. */
export async function removePicture(name: string): Promise<void> {
  await (await openFiles()).remove(pictureAddress(name));
  for (const width of widths)
    for (const format of formats) await rm(oldPlaceOf(name, `${width}.${format}`), { force: true });
}
