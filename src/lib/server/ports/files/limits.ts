/** Limits of files that a company uploads. */
import { maxUploadBytes } from '#lib/contract/constants.ts';

export const fileLimits = {
  bytes: maxUploadBytes,
  /** Pixels of an uploaded picture: the largest phone cameras have 108 million. */
  pixels: 120_000_000,
  /** Pixels of a HEIC, whose decoder needs all of them in memory. */
  heicPixels: 50_000_000,
  /** Pixels of the longer side of the stored picture, and of its preview. */
  side: 3_000,
  previewSide: 1_600,
  /** Pixels of the longer side of a seal's picture, stored and at least: it is printed 25 mm wide. */
  seal: { side: 600, least: 200 },
  /** Files of one company without a reference, and their bytes: a registration with every document needs 20. */
  unnamed: 100,
  unnamedBytes: 200 * 1024 * 1024,
  /** Pages of a PDF. */
  pages: 50,
  /** Object streams of a PDF, and their total size when inflated, bytes. */
  objectStreams: 5_000,
  objects: 16 * 1024 * 1024,
  /** Time limit for reading, ms. */
  time: 20_000,
  /** Heap and total memory of the reading process, MB. */
  heap: 256,
  memory: 900,
};

/** The file is refused; the message is a Chinese predicate that follows the file's name. */
export class FileError extends Error {
  override name = 'FileError';
}
