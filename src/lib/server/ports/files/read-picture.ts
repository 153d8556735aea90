/** Encodes a picture again: without metadata, upright, within limits. Runs in the program that reads files. */
import sharp, { type Sharp } from 'sharp';
import type { FileKind } from '../../engines/pictures/first-bytes.ts';
import { FileError, fileLimits } from './limits.ts';

/** A file in its stored form, and a picture of it. */
export interface ReadBytes {
  kind: 'image' | 'pdf';
  contentType: string;
  /** Pixels of a picture; for a PDF those of its preview. */
  width: number;
  height: number;
  pages: number;
  stored: Uint8Array;
  preview: Uint8Array;
}

sharp.cache(false);
sharp.concurrency(1);

const broken = '无法打开，可能已损坏，请重新拍照或导出后上传';
const tooLarge = '的像素过大，请缩小后上传';

/** Throws FileError for a picture that is broken or has too many pixels. */
export function readPicture(bytes: Buffer, kind: Exclude<FileKind, 'pdf'>): Promise<ReadBytes> {
  return read(bytes, kind, makeAnew);
}

/**
 * The picture of a seal as a PNG, whose transparent areas stay so; without a preview. Throws FileError likewise, and for
 * one that is too small to be printed.
 */
export function readSeal(bytes: Buffer, kind: Exclude<FileKind, 'pdf'>): Promise<ReadBytes> {
  return read(bytes, kind, makeSeal);
}

async function read(
  bytes: Buffer,
  kind: Exclude<FileKind, 'pdf'>,
  make: (picture: Sharp) => Promise<ReadBytes>,
): Promise<ReadBytes> {
  try {
    return await make(kind === 'heic' ? await openHeic(bytes) : await openPicture(bytes, kind));
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError(error instanceof Error && /pixel limit/i.test(error.message) ? tooLarge : broken);
  }
}

async function openPicture(bytes: Buffer, kind: Exclude<FileKind, 'pdf' | 'heic'>): Promise<Sharp> {
  const picture = sharp(bytes, { limitInputPixels: fileLimits.pixels, failOn: 'error', pages: 1 });
  const { format } = await picture.metadata();
  if (format !== kind) throw new FileError(broken);
  return picture.autoOrient();
}

/** sharp's own build does not read HEIC. */
async function openHeic(bytes: Buffer): Promise<Sharp> {
  const { default: decode } = await import('heic-decode');
  const found = await decode.all({ buffer: bytes });
  const [first] = found;
  if (first === undefined) throw new FileError(broken);
  if (first.width * first.height > fileLimits.heicPixels) throw new FileError(tooLarge);
  const { width, height, data } = await first.decode();
  return sharp(Buffer.from(data.buffer, data.byteOffset, data.byteLength), {
    raw: { width, height, channels: 4 },
  });
}

async function makeAnew(picture: Sharp): Promise<ReadBytes> {
  const { data, info } = await shrunk(picture, fileLimits.side, 86).toBuffer({ resolveWithObject: true });
  const preview = await shrunk(sharp(data), fileLimits.previewSide, 80).toBuffer();
  const { width, height } = info;
  return { kind: 'image', contentType: 'image/jpeg', width, height, pages: 1, stored: data, preview };
}

async function makeSeal(picture: Sharp): Promise<ReadBytes> {
  const { seal } = fileLimits;
  const { data, info } = await picture
    .resize({ width: seal.side, height: seal.side, fit: 'inside', withoutEnlargement: true })
    .png({ palette: true })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  if (Math.max(width, height) < seal.least)
    throw new FileError(`太小，长边至少${seal.least}像素，请上传更清晰的印章图片`);
  const preview = new Uint8Array();
  return { kind: 'image', contentType: 'image/png', width, height, pages: 1, stored: data, preview };
}

/** A JPEG whose longer side is at most `side`; transparent areas are white. */
export function shrunk(picture: Sharp, side: number, quality: number): Sharp {
  return picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality });
}
