/** The goods' own pictures as files: each by a name made of its content, in every size and format that pages ask for. */
import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { ownWidths } from '#lib/contract/goods/pictures.ts';
import { openPicture, told } from '../pictures/decode.ts';
import { env } from '../process/env.ts';
import { codeOf } from '../process/error-code.ts';
import { type FileStore, openFiles } from './store.ts';

/** Goes up when files are made in another way: then the same picture has another name. */
const recipe = 1;

/** The smallest size last: where it lies, all lie. */
const widths = Object.values(ownWidths).toSorted((a, b) => b - a);
const formats = ['avif', 'webp'] as const;
const names = /^([\w-]{22})-(\d+)\.(avif|webp)$/;

/** Where a picture's files lie in the store of files. */
export function pictureAddress(name: string): string {
  return `picture-${name}`;
}

/** Where earlier versions wrote them: in the data directory of one machine. They are still read. */
function oldFolder(): string {
  return path.resolve(env().DATA_DIR, 'pictures');
}

function oldPlaceOf(name: string, part: string): string {
  return path.join(oldFolder(), name.slice(0, 2), `${name}-${part}`);
}

/** The name of a picture, by the bytes that it came in: the same picture has one name. */
export function pictureName(bytes: Uint8Array): string {
  return createHash('sha256').update(`${recipe}\n`).update(bytes).digest('base64url').slice(0, 22);
}

/** The picture that a file of an address is of, and which of its files; undefined for what is no such file. */
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

/** The bytes of a file; null where it is not there. Throws a StartupError when the store is away. */
export async function readOwnPicture(name: string, part: string): Promise<Uint8Array<ArrayBuffer> | null> {
  // The old place first: a look at a folder costs less than a question to a bucket.
  const bytes =
    (await readOld(oldPlaceOf(name, part))) ?? (await (await openFiles()).find(pictureAddress(name), part));
  return bytes === undefined ? null : new Uint8Array(bytes);
}

/** The files of earlier versions, by the names that they would have in the store, each with its path. */
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
 * Makes the files of a picture: squares on white, without metadata. Where the store has them already nothing is done.
 * Throws a PictureError for bytes that cannot be used, a StartupError when the store does not take them.
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
  const { data, info } = await told(
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

/** Takes the files of a picture away; those that are gone already are no error. */
export async function removePicture(name: string): Promise<void> {
  await (await openFiles()).remove(pictureAddress(name));
  for (const width of widths)
    for (const format of formats) await rm(oldPlaceOf(name, `${width}.${format}`), { force: true });
}
