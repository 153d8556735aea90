/** The goods' own pictures as files: each by a name made of its content, in every size and format that pages ask for. */
import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ownWidths } from '#lib/contract/goods/pictures.ts';
import { env } from '../process/env.ts';
import { codeOf } from '../process/error-code.ts';
import { openPicture, told } from './decode.ts';

/** Goes up when files are made in another way: then the same picture has another name. */
const recipe = 1;

/** The smallest size last: where it lies, all lie. */
const widths = Object.values(ownWidths).toSorted((a, b) => b - a);
const formats = ['avif', 'webp'] as const;
const names = /^([\w-]{22})-(\d+)\.(avif|webp)$/;

/** Where they lie: beside the shop's data, in no folder that is served as it stands. */
function placeOf(file: string): string {
  return path.join(path.resolve(env().DATA_DIR, 'pictures'), file.slice(0, 2), file);
}

function fileOf(name: string, width: number, format: string): string {
  return `${name}-${width}.${format}`;
}

/** The name of a picture, by the bytes that it came in: the same picture has one name. */
export function pictureName(bytes: Uint8Array): string {
  return createHash('sha256').update(`${recipe}\n`).update(bytes).digest('base64url').slice(0, 22);
}

/** The picture that a file of an address is of; undefined for what is no such file. */
export function findPictureName(file: string): { name: string; type: string } | undefined {
  const [, name, width, format] = names.exec(file) ?? [];
  if (name === undefined || !widths.some((known) => String(known) === width)) return undefined;
  return { name, type: `image/${format}` };
}

/** The bytes of a file; null where it is not there. */
export async function readOwnPicture(file: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await readFile(placeOf(file)));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Makes the files of a picture: squares on white, without metadata. Where they lie already nothing is done. Throws a
 * PictureError for bytes that cannot be used.
 */
export async function storePicture(name: string, bytes: Uint8Array): Promise<void> {
  const last = placeOf(fileOf(name, ownWidths.mini, 'webp'));
  const isStored = await access(last).then(
    () => true,
    () => false,
  );
  if (isStored) return;
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
  await mkdir(path.dirname(last), { recursive: true });
  for (const width of widths) {
    const sized = sharp(data, { raw }).resize(width, width);
    for (const format of formats) {
      const made =
        format === 'avif'
          ? sized.clone().avif({ quality: 52, effort: 2 })
          : sized.clone().webp({ quality: 80 });
      const target = placeOf(fileOf(name, width, format));
      // Under a name of its own: two processes may write the same picture at once.
      const part = `${target}.${randomUUID()}.part`;
      await writeFile(part, await made.toBuffer());
      await rename(part, target);
    }
  }
}

/** Takes the files of a picture away; those that are gone already are no error. */
export async function removePicture(name: string): Promise<void> {
  for (const width of widths)
    for (const format of formats) await rm(placeOf(fileOf(name, width, format)), { force: true });
}
