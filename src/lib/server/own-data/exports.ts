/** A company's own data as one file: requested, watched, downloaded. */
import { randomBytes } from 'node:crypto';
import { AppError } from '#lib/contract/errors.ts';
import type { ExportWire } from '#lib/contract/own-data.ts';
import {
  exportKept,
  exportPercent,
  exportState,
  exportsADay,
  exportsSince,
} from '#lib/rules/companies/closing.ts';
import { roleMay } from '#lib/rules/companies/roles.ts';
import { lockCompany } from '../companies/rows.ts';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import type { Account } from '../people/account-rows.ts';
import { openFiles } from '../ports/files/store.ts';
import { countExports, type ExportRow, findExport, findLastExport, insertExport } from './rows.ts';

/** `GET /api/user/export`: the last one requested. */
export async function getExport({ db, actor, now }: Context<'buyer'>): Promise<ExportWire> {
  return wireOf(await findLastExport(db, actor.account.companyId), now);
}

/**
 * `POST /api/user/export`: requests one; while one is being made it is the answer. Throws 429 for more than a few
 * within a day.
 */
export async function beginExport(context: Context<'buyer'>): Promise<ExportWire> {
  const { db, actor, now } = context;
  const { companyId, userId } = actor.account;
  await db.transaction(async (tx) => {
    // Of two presses the second one sees the first.
    await lockCompany(tx, companyId);
    const last = await findLastExport(tx, companyId);
    if (last !== null && stateOf(last, now) === 'making') return;
    const since = new Date(exportsSince(now.getTime()));
    if ((await countExports(tx, companyId, since)) >= exportsADay)
      throw new AppError(429, `每天最多导出${exportsADay}次，请明天再试`);
    const token = randomBytes(24).toString('base64url');
    await insertExport(tx, { companyId, userId, token, createdAt: now });
  });
  return getExport(context);
}

/** The file of an export for a manager of its company; null for all others, and when its days are over. */
export async function findExportBytes(
  db: Db,
  account: Account | null,
  token: string,
  now: Date,
): Promise<Buffer | null> {
  if (account === null || account.isDisabled || !roleMay(account.role, 'manage')) return null;
  const row = await findExport(db, account.companyId, token);
  if (row === null || stateOf(row, now) !== 'ready') return null;
  const files = await openFiles();
  return (await files.find(exportAddress(token), 'stored')) ?? null;
}

/** Address of an export's bytes in the store of files. */
export function exportAddress(token: string): string {
  return `export-${token}`;
}

function stateOf({ readyAt, removedAt }: ExportRow, now: Date) {
  const moments = { readyAt: readyAt?.getTime() ?? null, removedAt: removedAt?.getTime() ?? null };
  return exportState(moments, now.getTime());
}

function wireOf(row: ExportRow | null, now: Date): ExportWire {
  const state = row === null ? 'gone' : stateOf(row, now);
  if (row === null || state === 'gone')
    return { state: 'none', percent: 0, asked_at: '', until: '', bytes: 0, url: '' };
  const asked = { asked_at: row.createdAt.toISOString(), bytes: row.bytes ?? 0 };
  if (state === 'making' || row.readyAt === null)
    return { ...asked, state: 'making', percent: exportPercent(row), until: '', url: '' };
  const until = new Date(row.readyAt.getTime() + exportKept).toISOString();
  return { ...asked, state: 'ready', percent: 100, until, url: `/file/export/${row.token}` };
}
