/** Files uploaded by a company. */

import { z } from 'zod';
import { post } from './call.ts';
import { upload } from './uploads.ts';

/**
 * A file for display: `url` is a watermarked picture of it; `full_url` the same in full resolution, empty for a
 * document; `pdf_url` the document, empty for a picture.
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

/** Files that a company hands in. */
export const filesCalls = {
  upload: post('/api/upload', {
    who: 'buyer',
    may: 'manage',
    cost: 'upload',
    input: uploadInput,
    output: fileWire,
  }),
};
