import { filesCalls } from '#lib/contract/files.ts';
import { handlers } from '../core/calls/handlers.ts';
import { uploadFile } from './upload.ts';

export const filesHandlers = handlers(filesCalls, {
  upload: uploadFile,
});
