import path from 'node:path';
import { folderStore, type Store } from './store.ts';

/** Opens BACKUP_TO: a folder, or `s3://bucket/prefix`. */
export async function openStore(to: string): Promise<Store> {
  if (!to.startsWith('s3://')) return folderStore(path.resolve(to));
  // The library takes a while to load: only who uses it waits for it.
  const { s3Store } = await import('./s3-store.ts');
  return s3Store(to);
}
