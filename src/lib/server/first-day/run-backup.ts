/** A whole backup: the rows, then the files, then old ones go. */

import { dump } from '../backup/dump.ts';
import { backUpFiles } from '../backup/files.ts';
import { openFilesPlace } from '../backup/files-place.ts';
import { openStore } from '../backup/open-store.ts';
import { removeOld } from '../backup/retention.ts';
import { env } from '../core/process/env.ts';
import { oldPictures } from '../ports/files/own-store.ts';
import { openFilesStore } from '../ports/files/store.ts';

export interface BackedUp {
  /** What was done, in lines for the person who asked. */
  lines: string[];
  /** Ledgers whose sums are wrong. */
  wrong: string[];
}

/** Backs up the database at `url` to the place of the settings; the shop may run. */
export async function runBackup(url: string): Promise<BackedUp> {
  const { BACKUP_TO: to, BACKUP_KEY: key, BACKUP_KEEP: keep } = env();
  const store = await openStore(to);
  try {
    const started = performance.now();
    const { manifest, wrong } = await dump(url, store, key, new Date());
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const how = key === undefined ? '未加密' : '已加密';
    const lines = [
      `备份：${store.where} ${manifest.name}，${manifest.tables.length} 张表 ${rows} 行，${how}（${secondsSince(started)} 秒）`,
      // After the database: all files named by its rows are written by then.
      await backUpStored(to, key),
    ];
    const removed = await removeOld(store, keep);
    if (removed.length > 0) lines.push(`已删除旧备份：${removed.join('、')}`);
    return { lines, wrong };
  } finally {
    store.close();
  }
}

const secondsSince = (started: number) => ((performance.now() - started) / 1000).toFixed(1);

async function backUpStored(to: string, key: string | undefined): Promise<string> {
  const started = performance.now();
  const [store, place] = [await openFilesStore(), await openFilesPlace(to)];
  try {
    const done = await backUpFiles({ store, old: oldPictures }, place, key, new Date());
    const removed = done.removed === 0 ? '' : `，删除早已不用的 ${done.removed} 个`;
    return `文件：${place.where}，新备份 ${done.files} 个 ${done.bytes} 字节，已有 ${done.before} 个${removed}（${secondsSince(started)} 秒）`;
  } finally {
    place.close();
  }
}
