/** Applications for controlled items, for the platform's desk. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { type GrantStatus, grantStatuses, mayRefuseGrant } from '#lib/rules/companies/grant-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { contains } from '../db/contains.ts';
import { countedPage } from '../db/counted-page.ts';
import { company, controlledGrant, goods, merchant, product } from '../db/schema.ts';

/** Undecided applications. Over `controlledGrant`. */
export const isGrantWaiting = inArray(controlledGrant.status, grantStatuses.filter(mayRefuseGrant));

function select(db: Db | Tx) {
  return db
    .select({
      id: controlledGrant.id,
      companyId: company.id,
      company: company.name,
      goodsId: goods.id,
      name: product.name,
      spec: product.spec,
      merchant: merchant.shortName,
      note: controlledGrant.note,
      status: sql<GrantStatus>`${controlledGrant.status}`,
      reason: controlledGrant.reason,
      createdAt: controlledGrant.createdAt,
    })
    .from(controlledGrant)
    .innerJoin(company, eq(company.id, controlledGrant.companyId))
    .innerJoin(goods, eq(goods.id, controlledGrant.goodsId))
    .innerJoin(product, eq(product.id, goods.productId))
    .innerJoin(merchant, eq(merchant.id, goods.merchantId));
}
export type DeskGrant = Awaited<ReturnType<typeof select>>[number];

/** A page of them, the oldest first. */
export function findGrants(
  db: Db,
  { company: name, status }: { company: string; status: string },
  asked: { page: number; size: number },
) {
  const found = () =>
    select(db)
      .where(
        and(
          contains(company.name, name),
          status === '' ? undefined : sql`${controlledGrant.status} = ${status}`,
        ),
      )
      .$dynamic();
  return countedPage(db, found, [asc(controlledGrant.createdAt), asc(controlledGrant.id)], asked);
}

/** One of them; null where there is none. */
export async function findGrantRow(db: Db | Tx, id: number): Promise<DeskGrant | null> {
  const [row] = await select(db).where(eq(controlledGrant.id, id));
  return row ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockGrantRow(tx: Tx, id: number): Promise<DeskGrant | null> {
  const [row] = await select(tx).where(eq(controlledGrant.id, id)).for('update', { of: controlledGrant });
  return row ?? null;
}
