/** Files that a company hands in. */
import { z } from 'zod';
import { upload } from '../fields.ts';

/**
 * A file as it is shown: `url` is a picture of it, with a watermark; `full_url` the same with all the
 * pixels that are kept, empty for a document; `pdf_url` the document, empty for a picture.
 */
export const fileWire = z.object({
  id: z.number(),
  kind: z.enum(['image', 'pdf']),
  name: z.string(),
  bytes: z.number(),
  width: z.number(),
  height: z.number(),
  pages: z.number(),
  url: z.string(),
  full_url: z.string(),
  pdf_url: z.string(),
});
export type FileWire = z.infer<typeof fileWire>;

export const uploadInput = z.object({ file: upload('请选择图片或PDF') });
export type UploadInput = z.output<typeof uploadInput>;

export const filesSchemas = {
  upload: { input: uploadInput, output: fileWire },
};
