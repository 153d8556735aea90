/**
 * External pictures: which are accepted, and how they are opened. Callers create their own files from the pixels and
 * never pass the bytes on, so that no hidden content (place, camera, another file) is published.
 */
import type { Sharp } from 'sharp';
import { maxUploadBytes } from '#lib/contract/constants.ts';
import { type FileKind, kindOf } from './first-bytes.ts';

/** Limits of a picture. */
export const pictureLimits = {
  bytes: maxUploadBytes,
  /** Unpacked pixels: a file of some KB can claim thousands of millions. */
  pixels: 40_000_000,
  /** Its longer side, px: smaller ones are icons. */
  least: 300,
  /** Time limit of one step, s. */
  seconds: 20,
};

/** The picture is unusable; the message is a Chinese predicate that follows the file's name. */
export class PictureError extends Error {
  override name = 'PictureError';
}

type Kind = Exclude<FileKind, 'heic' | 'pdf'>;

/**
 * Opens a picture within the limits, upright, without metadata, transparent parts on white. The bytes decide its kind,
 * not its name. Throws a PictureError; `told` reports errors of later steps.
 */
export async function openPicture(bytes: Uint8Array): Promise<Sharp> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length === 0) throw new PictureError('是空文件');
  if (file.length > pictureLimits.bytes) throw new PictureError('超过 10 MB');
  const kind = kindOf(file);
  if (kind === null || kind === 'heic' || kind === 'pdf')
    throw new PictureError('不是 JPG、PNG 或 WebP 图片');
  if (holdsAnother(file.subarray(endOf(file, kind)))) throw new PictureError('里夹带了别的文件');
  const { default: sharp } = await import('sharp');
  const options = { failOn: 'error', pages: 1 } as const;
  // Only the header is read here, so its claims are safe to read.
  const head = await explained(sharp(file, { ...options, limitInputPixels: false }).metadata());
  if (head.format !== kind) throw new PictureError('已损坏，无法读取');
  if (head.width * head.height > pictureLimits.pixels) throw new PictureError('超过 4000 万像素');
  if (Math.max(head.width, head.height) < pictureLimits.least)
    throw new PictureError(`太小，长边至少 ${pictureLimits.least} 像素`);
  return sharp(file, { ...options, limitInputPixels: pictureLimits.pixels })
    .timeout({ seconds: pictureLimits.seconds })
    .autoOrient()
    .flatten({ background: '#fff' });
}

/** The result of reading a picture; every refusal of the library becomes a PictureError. */
export async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new PictureError('已损坏，无法读取', { cause: error });
  }
}

/** The end of the picture; anything after it is foreign. The length of the file where its parts do not add up. */
function endOf(file: Buffer, kind: Kind): number {
  if (kind === 'webp') return 8 + (file.length >= 8 ? file.readUInt32LE(4) : 0);
  return kind === 'png' ? endOfPng(file) : endOfJpeg(file);
}

function endOfPng(file: Buffer): number {
  for (let at = 8; at + 12 <= file.length; ) {
    const name = file.toString('latin1', at + 4, at + 8);
    at += 12 + file.readUInt32BE(at);
    if (name === 'IEND') return at;
  }
  return file.length;
}

function endOfJpeg(file: Buffer): number {
  let at = 2;
  while (at + 4 <= file.length) {
    if (file[at] !== 0xff) return file.length;
    const marker = file[at + 1] ?? 0;
    if (marker === 0xd9) return at + 2;
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else {
      at += 2 + file.readUInt16BE(at + 2);
      if (marker === 0xda) at = endOfScan(file, at);
    }
  }
  return file.at(-2) === 0xff && file.at(-1) === 0xd9 ? file.length : at;
}

/** The next marker after the data of a scan: 0xFF before anything except 0 (data) or a restart. */
function endOfScan(file: Buffer, from: number): number {
  let at = file.indexOf(0xff, from);
  while (at >= 0 && at + 1 < file.length) {
    const next = file[at + 1] ?? 0;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
    at = file.indexOf(0xff, at + 2);
  }
  return file.length;
}

/** Signatures of other content: archives, documents, programs, pages. Camera previews are allowed. */
const others = [
  'PK\x03\x04',
  'PK\x05\x06',
  'Rar!',
  '7z\xbc\xaf',
  '%PDF-',
  '\x7fELF',
  'MZ\x90',
  '<?php',
  '<script',
  '<html',
  '<!doctype',
  '<svg',
].map((mark) => Buffer.from(mark, 'latin1'));

function holdsAnother(rest: Buffer): boolean {
  if (rest.length === 0) return false;
  const text = Buffer.from(
    rest.toString('latin1').replace(/[A-Z]+/g, (word) => word.toLowerCase()),
    'latin1',
  );
  return others.some((mark) => rest.includes(mark) || text.includes(mark));
}
