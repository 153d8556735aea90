/** What a file that a company hands in may be. */
import { maxUploadBytes } from '#lib/contract/constants.ts';

export const fileLimits = {
  bytes: maxUploadBytes,
  /** Pixels of a picture as it comes: the largest cameras of phones have 108 million. */
  pixels: 120_000_000,
  /** Pixels of a HEIC, whose decoder holds the whole of it. */
  heicPixels: 50_000_000,
  /** Pixels of the longer side of what is stored, and of its preview. */
  side: 3_000,
  previewSide: 1_600,
  /** Files of one company that nothing names yet, and their bytes: a registration with every paper needs 20. */
  unnamed: 100,
  unnamedBytes: 200 * 1024 * 1024,
  /** Pages of a PDF. */
  pages: 50,
  /** Object streams of a PDF, and bytes of all of them when they are inflated. */
  objectStreams: 5_000,
  objects: 16 * 1024 * 1024,
  /** Time to read it in, ms. */
  time: 20_000,
  /** Heap and all of the memory of the process that reads it, MB. */
  heap: 256,
  memory: 900,
};

/** The file is not taken; the message is a Chinese predicate that follows the file's name. */
export class FileError extends Error {
  override name = 'FileError';
}
