/** Agreed prices that the platform has proposed to merchants. */
import { and, asc, desc, eq, inArray, type SQL } from 'drizzle-orm';
import { newProposal, type ProposalState } from '#lib/rules/companies/price-proposal.ts';
import type { Db, Tx } from '../db/client.ts';
import { countedPage } from '../db/counted-page.ts';
import { company, customerPrice, goods, priceProposal, product } from '../db/schema.ts';

export type ProposalRow = typeof priceProposal.$inferSelect;

/** Proposals that the merchant has to answer. Over `priceProposal`. */
export const isProposalOpen = eq(priceProposal.state, newProposal);

function joined(db: Db | Tx, where: SQL | undefined) {
  return db
    .select({
      proposal: priceProposal,
      company: company.name,
      name: product.name,
      spec: product.spec,
      memberPrice: goods.memberPrice,
      agreed: customerPrice.price,
    })
    .from(priceProposal)
    .innerJoin(company, eq(company.id, priceProposal.companyId))
    .innerJoin(goods, eq(goods.id, priceProposal.goodsId))
    .innerJoin(product, eq(product.id, goods.productId))
    .leftJoin(
      customerPrice,
      and(
        eq(customerPrice.companyId, priceProposal.companyId),
        eq(customerPrice.goodsId, priceProposal.goodsId),
      ),
    )
    .where(where)
    .$dynamic();
}
export type JoinedProposal = Awaited<ReturnType<typeof joined>>[number];

/** Proposals to a company; of the waiting ones the longest waiting first. */
export function findProposals(
  db: Db,
  companyId: number,
  state: ProposalState | 'all',
  asked: { page: number; size: number },
) {
  const found = () =>
    joined(
      db,
      and(
        eq(priceProposal.companyId, companyId),
        state === 'all' ? undefined : eq(priceProposal.state, state),
      ),
    );
  return countedPage(db, found, [(state === 'waiting' ? asc : desc)(priceProposal.id)], asked);
}

/** Some as they are now, by id. */
export async function listProposals(db: Db | Tx, ids: readonly number[]): Promise<JoinedProposal[]> {
  return ids.length === 0
    ? []
    : joined(db, inArray(priceProposal.id, [...ids])).orderBy(asc(priceProposal.id));
}

/** A merchant's own among these ids, without a lock. */
export async function listOwnProposals(
  tx: Tx,
  merchantId: number,
  ids: readonly number[],
): Promise<ProposalRow[]> {
  return tx
    .select()
    .from(priceProposal)
    .where(and(inArray(priceProposal.id, [...ids]), eq(priceProposal.merchantId, merchantId)))
    .orderBy(asc(priceProposal.id));
}

/** Decides those of these ids that still wait; answers them. Writers have locked their companies. */
export async function decideProposals(
  tx: Tx,
  ids: readonly number[],
  to: { state: Exclude<ProposalState, 'waiting'>; decidedBy: string; decidedAt: Date; word?: string },
): Promise<ProposalRow[]> {
  if (ids.length === 0) return [];
  return tx
    .update(priceProposal)
    .set(to)
    .where(and(inArray(priceProposal.id, [...ids]), isProposalOpen))
    .returning();
}

/** Waiting proposals for these items of a company. */
export async function listWaitingProposals(
  tx: Tx,
  companyId: number,
  goodsIds: readonly number[],
): Promise<ProposalRow[]> {
  if (goodsIds.length === 0) return [];
  return tx
    .select()
    .from(priceProposal)
    .where(
      and(
        eq(priceProposal.companyId, companyId),
        inArray(priceProposal.goodsId, [...goodsIds]),
        isProposalOpen,
      ),
    );
}

/** Saves proposals; answers their ids in the order given. */
export async function insertProposals(
  tx: Tx,
  rows: readonly (typeof priceProposal.$inferInsert)[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const made = await tx
    .insert(priceProposal)
    .values([...rows])
    .returning({ id: priceProposal.id });
  return made.map(({ id }) => id);
}
