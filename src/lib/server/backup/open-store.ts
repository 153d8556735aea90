import path from 'node:path';
import { backups, folderStore, type Store, type StoreUse } from './store.ts';

/** Opens a folder, or `s3://bucket/prefix`. */
export async function openStore(to: string, use: StoreUse = backups): Promise<Store> {
  if (!to.startsWith('s3://')) return folderStore(path.resolve(to), use);
  // The library takes a while to load: only who uses it waits for it.
  const { s3Store } = await import('./s3-store.ts');
  return s3Store(to, use);
}
