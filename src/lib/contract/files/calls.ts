/** Files that a company hands in. */
import { dear, post } from '../call.ts';
import type { filesSchemas } from './schema.ts';

type Schemas = typeof filesSchemas;

export const filesCalls = {
  upload: dear('upload', post<Schemas['upload']>('/api/upload', 'buyer', 'manage')),
};
