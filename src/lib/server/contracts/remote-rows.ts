/** Contracts whose signatures are made at a provider: what is to be asked, and what notices name. */
import { and, asc, eq, isNotNull, lte, or } from 'drizzle-orm';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db } from '../db/client.ts';
import { contract, user } from '../db/schema.ts';

/** Contracts to ask the provider about, the longest due first. */
export async function listToAsk(db: Db, job: string, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: contract.id })
    .from(contract)
    .where(and(isNotNull(contract.askAt), lte(contract.askAt, now), isReady(job, contract.id, now)))
    .orderBy(asc(contract.askAt), asc(contract.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Makes the contract that a notice names due now; false where it names none that waits for the provider. */
export async function hurryContract(
  db: Db,
  { no, flowNo }: { no: string; flowNo: string },
  now: Date,
): Promise<boolean> {
  const ours = and(eq(contract.provider, 'esign'), isNotNull(contract.askAt));
  const { rowCount } = await db
    .update(contract)
    .set({ askAt: now })
    .where(and(ours, or(eq(contract.remoteNo, flowNo), eq(contract.no, no))));
  return (rowCount ?? 0) > 0;
}

/** Takes the opening of a contract's flow until `until`; false where another caller has it, or it is open. */
export async function claimOpening(db: Db, id: number, now: Date, until: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(contract)
    .set({ askAt: until })
    .where(and(eq(contract.id, id), eq(contract.remoteNo, ''), lte(contract.askAt, now)));
  return (rowCount ?? 0) > 0;
}

/** The telephone of a signer; empty where there is none any more. */
export async function findPhone(db: Db, userId: string): Promise<string> {
  const [row] = await db.select({ phone: user.phoneNumber }).from(user).where(eq(user.id, userId));
  return row?.phone ?? '';
}
