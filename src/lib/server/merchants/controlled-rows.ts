/** Applications for controlled items, each bound to its company. */
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { type GrantStatus, grantStatuses, mayApply } from '#lib/rules/companies/grant-state.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { Db, Tx } from '../db/client.ts';
import { controlledGrant, goods, merchant, product } from '../db/schema.ts';

/**
 * Saves an application. A refused, withdrawn or ended one starts again; a waiting or granted one stays as it is, so that
 * a repeat, or a decision made meanwhile, is not undone. False when nothing was written.
 */
export async function putApplication(
  tx: Tx,
  values: { companyId: number; goodsId: number; note: string; now: Date },
): Promise<boolean> {
  const { companyId, goodsId, note, now } = values;
  const written = await tx
    .insert(controlledGrant)
    .values({ companyId, goodsId, note, status: 'applied', createdAt: now })
    .onConflictDoUpdate({
      target: [controlledGrant.companyId, controlledGrant.goodsId],
      set: { status: 'applied', note, reason: '', createdAt: now, decidedAt: null, validTo: null },
      setWhere: sql`(${inArray(controlledGrant.status, grantStatuses.filter(mayApply))}
        or ${controlledGrant.validTo} < ${dayKey(now.getTime())}::date)`,
    })
    .returning({ id: controlledGrant.id });
  return written.length > 0;
}

function of(companyId: number, goodsId?: number) {
  return and(
    eq(controlledGrant.companyId, companyId),
    goodsId === undefined ? undefined : eq(controlledGrant.goodsId, goodsId),
  );
}

/** A company's applications with their items, the newest first. */
export async function listApplications(
  db: Db | Tx,
  companyId: number,
  { goodsId, limit, offset }: { goodsId?: number | undefined; limit: number; offset: number },
) {
  return db
    .select({
      goodsId: goods.id,
      name: product.name,
      spec: product.spec,
      maker: product.maker,
      merchant: merchant.shortName,
      status: sql<GrantStatus>`${controlledGrant.status}`,
      note: controlledGrant.note,
      reason: controlledGrant.reason,
      createdAt: controlledGrant.createdAt,
      decidedAt: controlledGrant.decidedAt,
      validTo: controlledGrant.validTo,
    })
    .from(controlledGrant)
    .innerJoin(goods, eq(goods.id, controlledGrant.goodsId))
    .innerJoin(product, eq(product.id, goods.productId))
    .innerJoin(merchant, eq(merchant.id, goods.merchantId))
    .where(of(companyId, goodsId))
    .orderBy(desc(controlledGrant.createdAt), desc(controlledGrant.id))
    .limit(limit)
    .offset(offset);
}
export type ApplicationRow = Awaited<ReturnType<typeof listApplications>>[number];

export async function countApplications(db: Db, companyId: number, goodsId?: number): Promise<number> {
  return db.$count(controlledGrant, of(companyId, goodsId));
}
