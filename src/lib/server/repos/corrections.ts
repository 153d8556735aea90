/** What moves money by hand: asked for by one person, decided by another. */
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import {
  allCorrectionStates,
  type CorrectionState,
  isCorrectionOpen,
} from '#lib/rules/companies/correction.ts';
import type { Db, Tx } from '../db/client.ts';
import { balanceCorrection, company, wallet } from '../db/schema.ts';
import { contains } from './contains.ts';
import { countedPage } from './counted-page.ts';

export type CorrectionRow = typeof balanceCorrection.$inferSelect;

/** Those that wait for somebody's word. Over `balance_correction`. */
export const isToDecide = inArray(balanceCorrection.state, allCorrectionStates.filter(isCorrectionOpen));

function joined(db: Db | Tx) {
  return db
    .select({ correction: balanceCorrection, company: company.name, balance: wallet.balance })
    .from(balanceCorrection)
    .innerJoin(company, eq(company.id, balanceCorrection.companyId))
    .leftJoin(wallet, eq(wallet.companyId, balanceCorrection.companyId))
    .$dynamic();
}
export type JoinedCorrection = Awaited<ReturnType<typeof joined>>[number];

/** A page of them: what waits the longest waiting first, else the newest first. */
export function findCorrections(
  db: Db,
  { state, company: name }: { state: CorrectionState | 'all'; company: string },
  asked: { page: number; size: number },
): Promise<{ rows: JoinedCorrection[]; total: number }> {
  const found = () =>
    joined(db).where(
      and(
        state === 'all' ? undefined : eq(balanceCorrection.state, state),
        contains(company.name, name.trim()),
      ),
    );
  const isOpen = state !== 'all' && isCorrectionOpen(state);
  return countedPage(db, found, [(isOpen ? asc : desc)(balanceCorrection.id)], asked);
}

/** One of them as it is now, or null. */
export async function findCorrection(db: Db | Tx, id: number): Promise<JoinedCorrection | null> {
  const [row] = await joined(db).where(eq(balanceCorrection.id, id));
  return row ?? null;
}

export async function insertCorrection(
  tx: Tx,
  row: Pick<CorrectionRow, 'companyId' | 'amount' | 'reason' | 'askedBy' | 'state' | 'createdAt'> &
    Partial<Pick<CorrectionRow, 'kind' | 'threshold' | 'until'>>,
): Promise<number> {
  const [made] = await tx.insert(balanceCorrection).values(row).returning({ id: balanceCorrection.id });
  return made?.id ?? 0;
}

/** Locks one until the transaction ends; null when there is none. */
export async function lockCorrection(tx: Tx, id: number): Promise<CorrectionRow | null> {
  const [row] = await tx.select().from(balanceCorrection).where(eq(balanceCorrection.id, id)).for('update');
  return row ?? null;
}

/** Writes the decision over one that is locked. */
export async function decideCorrection(
  tx: Tx,
  id: number,
  to: Pick<CorrectionRow, 'state' | 'decidedBy' | 'decidedAt' | 'word' | 'companyCouponId'>,
): Promise<void> {
  await tx.update(balanceCorrection).set(to).where(eq(balanceCorrection.id, id));
}
