/** Makes exports of companies' own data in the background, and deletes them again. */

import { path } from '#lib/contract/routes.ts';
import { exportKept } from '#lib/rules/companies/closing.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { openFiles } from '../ports/files/store.ts';
import { zipOf } from '../receiving/zip.ts';
import { entriesOf } from './entries.ts';
import { exportAddress } from './exports.ts';
import {
  countOwn,
  findOpenExport,
  findToken,
  finishExport,
  listOldExports,
  listOpenExports,
  markRemoved,
  recordProgress,
} from './rows.ts';

/** Makes requested exports. An interrupted one starts again. */
export function makeExports(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job: 'makeExports',
    now,
    list: () => listOpenExports(db, now),
    work: (id: number) => makeExport(db, id, now),
  });
}

async function makeExport(db: Db, id: number, now: Date): Promise<number> {
  const row = await findOpenExport(db, id);
  if (row === null) return 0;
  const { companyId, token } = row;
  const progress = { done: 0, total: await countOwn(db, companyId) };
  await recordProgress(db, id, progress);
  const step = async (pieces: number) => {
    progress.done += pieces;
    await recordProgress(db, id, progress);
  };
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipOf(entriesOf(db, companyId, now, step), now)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const files = await openFiles();
  await files.put(exportAddress(token), 'stored', bytes);
  await db.transaction(async (tx) => {
    if (!(await finishExport(tx, id, bytes.byteLength, now))) return;
    await sendMessages(tx, {
      companyId,
      kind: 'system',
      title: '数据导出已完成',
      body: '订单、账本、资质和成员资料已打包，企业管理员可在7天内下载。',
      link: path('/zhzx/zxzh'),
      ref: `export:${id}`,
    });
  });
  return 1;
}

/** Deletes exports after their days, and those replaced by a newer one. */
export function sweepExports(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job: 'sweepExports',
    now,
    list: () => listOldExports(db, new Date(now.getTime() - exportKept), now),
    work: (id: number) => sweepExport(db, id, now),
  });
}

async function sweepExport(db: Db, id: number, now: Date): Promise<number> {
  const token = await findToken(db, id);
  if (token === null) return 0;
  // Bytes first: no file stays without a row that still asks for its deletion.
  const files = await openFiles();
  await files.remove(exportAddress(token));
  await markRemoved(db, id, now);
  return 1;
}
