/** 控销: a company applies for controlled items, and sees the state of its applications. */
import type { Application, Applications, ApplicationsValues, ApplyValues } from '#lib/contract/controlled.ts';
import { AppError } from '#lib/contract/errors.ts';
import { buyerActor } from '#lib/rules/companies/actors.ts';
import { grantText, shownGrant } from '#lib/rules/companies/grant-state.ts';
import type { Context } from '../core/context.ts';
import { productNames } from '../goods/wire.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { loadOffers } from '../offers/load.ts';
import {
  type ApplicationRow,
  countApplications,
  listApplications,
  putApplication,
} from './controlled-rows.ts';

/**
 * `POST /api/controlled/apply`. Safe to repeat: a waiting application stays as it is, a refused one starts again.
 * Throws 404 for unknown items, 409 for items that need none (any more), 403 with the reason for a company that may not
 * buy for another reason.
 */
export async function applyForControlled(
  { db, actor: { account }, now, requestId }: Context<'buyer'>,
  { goods_id, note }: ApplyValues,
): Promise<Application> {
  const { states } = await loadOffers(db, account, { goodsIds: [goods_id] }, now);
  const state = states.get(goods_id);
  if (state === undefined) throw new AppError(404, '商品不存在或已被删除');
  if (state.code !== 'controlled') {
    if (state.showsPrice) throw new AppError(409, '该商品不需要申请采购权限，或您已获得权限，可直接采购');
    throw new AppError(403, state.reason);
  }
  return db.transaction(async (tx) => {
    const isNew = await putApplication(tx, { companyId: account.companyId, goodsId: goods_id, note, now });
    if (isNew)
      await writeAudit(tx, buyerActor(account, requestId), {
        act: 'grant.apply',
        subject: 'grant',
        key: `${account.companyId}:${goods_id}`,
        before: null,
        after: { status: 'applied', note },
        at: now,
      });
    const [row] = await listApplications(tx, account.companyId, { goodsId: goods_id, limit: 1, offset: 0 });
    if (row === undefined) throw new AppError(500);
    return toWire(row, now);
  });
}

/** `GET /api/controlled`: the company's applications, or the one for an item. */
export async function listOwnApplications(
  { db, now, actor: { account } }: Context<'buyer'>,
  { goods_id: goodsId, page, size }: ApplicationsValues,
): Promise<Applications> {
  const [rows, total] = await Promise.all([
    listApplications(db, account.companyId, { goodsId, limit: size, offset: (page - 1) * size }),
    countApplications(db, account.companyId, goodsId),
  ]);
  return { list: rows.map((row) => toWire(row, now)), total };
}

function toWire(row: ApplicationRow, now: Date): Application {
  const status = shownGrant(row.status, row.validTo, now.getTime());
  return {
    goods_id: row.goodsId,
    ...productNames(row),
    sjly: row.merchant,
    status,
    status_text: grantText(status),
    note: row.note,
    reason: row.reason,
    valid_to: row.validTo ?? '',
    created_at: row.createdAt.toISOString(),
    decided_at: row.decidedAt?.toISOString() ?? null,
  };
}
