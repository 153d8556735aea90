/** Contracts, their signatures and history. What a buyer or merchant reads is bound to it in each query. */
import { and, asc, desc, eq, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '#lib/rules/companies/actors.ts';
import type { ContractAct } from '#lib/rules/contracts/acts.ts';
import type { ContractKind } from '#lib/rules/contracts/kinds.ts';
import type { PairContract } from '#lib/rules/contracts/lacking.ts';
import { type ContractState, contractStateKeys, isContractOpen } from '#lib/rules/contracts/state.ts';
import { pairColumns } from '../contract-guard/pair-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { contract, contractEvent, contractSignature, contractTemplate, merchant } from '../db/schema.ts';

export type ContractRow = typeof contract.$inferSelect;
export type SignatureRow = typeof contractSignature.$inferSelect;
type EventRow = typeof contractEvent.$inferSelect;

const isVoid: ContractState = 'void';

/** A contract as pages show it. */
export interface ContractEntry {
  contract: ContractRow;
  /** As buyers know it; null with the platform. */
  merchant: string | null;
  version: number;
  /** Who has signed for the buyer; null for nobody, and for an account that is gone. */
  buyerUserId: string | null;
}

function listWhere(db: Db | Tx, where: SQL | undefined, limit: number): Promise<ContractEntry[]> {
  return db
    .select({
      contract,
      merchant: merchant.shortName,
      version: contractTemplate.version,
      buyerUserId: contractSignature.userId,
    })
    .from(contract)
    .innerJoin(contractTemplate, eq(contractTemplate.id, contract.templateId))
    .leftJoin(
      contractSignature,
      and(eq(contractSignature.contractId, contract.id), eq(contractSignature.side, 'buyer')),
    )
    .leftJoin(merchant, eq(merchant.id, contract.merchantId))
    .where(where)
    .orderBy(desc(contract.createdAt), desc(contract.id))
    .limit(limit);
}

/** Contracts of companies, the newest first, 500 at most. */
export function listOfCompanies(db: Db | Tx, companyIds: readonly number[]): Promise<ContractEntry[]> {
  return listWhere(db, inArray(contract.companyId, [...companyIds]), 500);
}

/** Who reads a contract: a company's people, a merchant's, or the platform's. */
export type ContractReader = { companyIds: readonly number[] } | { merchantId: number | null };

function boundTo(reader: ContractReader): SQL | undefined {
  if ('companyIds' in reader) return inArray(contract.companyId, [...reader.companyIds]);
  return reader.merchantId === null ? undefined : eq(contract.merchantId, reader.merchantId);
}

/** Null for an unknown one and another's. */
export async function findContract(
  db: Db | Tx,
  no: string,
  reader: ContractReader,
): Promise<ContractEntry | null> {
  const [row] = await listWhere(db, and(eq(contract.no, no), boundTo(reader)), 1);
  return row ?? null;
}

export async function findContractById(
  db: Db | Tx,
  id: number,
  reader: ContractReader,
): Promise<ContractEntry | null> {
  const [row] = await listWhere(db, and(eq(contract.id, id), boundTo(reader)), 1);
  return row ?? null;
}

/** Signed contracts of companies with a merchant that cover a day (YYYY-MM-DD), by kind. */
export function listCovering(
  db: Db | Tx,
  { companyIds, merchantId, day }: { companyIds: readonly number[]; merchantId: number; day: string },
): Promise<ContractEntry[]> {
  const signed: ContractState = 'signed';
  return listWhere(
    db,
    and(
      inArray(contract.companyId, [...companyIds]),
      eq(contract.merchantId, merchantId),
      eq(contract.state, signed),
      sql`${day}::date between ${contract.validFrom} and ${contract.validTo}`,
    ),
    20,
  );
}

/** The contract whose sealed PDF has that SHA-256; null where none has. */
export async function findByDigest(db: Db, digest: string): Promise<ContractRow | null> {
  const [row] = await db.select().from(contract).where(eq(contract.fileDigest, digest));
  return row ?? null;
}

/** A company's contracts with one partner of one kind, the oldest first, without void ones, and the last round. */
export async function listOfPair(
  tx: Db | Tx,
  { companyId, merchantId, kind }: { companyId: number; merchantId: number | null; kind: ContractKind },
): Promise<{ contracts: ContractRow[]; round: number }> {
  const rows = await tx
    .select()
    .from(contract)
    .where(
      and(
        eq(contract.companyId, companyId),
        sql`${contract.merchantId} is not distinct from ${merchantId}`,
        eq(contract.kind, kind),
      ),
    )
    .orderBy(asc(contract.round));
  return { contracts: rows.filter(({ state }) => state !== isVoid), round: rows.at(-1)?.round ?? 0 };
}

/** A company's unfinished contracts with some partners (null for the platform), the oldest first. */
export function listOpenWith(
  db: Db | Tx,
  companyId: number,
  merchantIds: readonly (number | null)[],
): Promise<ContractRow[]> {
  const ids = merchantIds.filter((id) => id !== null);
  const isOne = inArray(contract.merchantId, ids);
  return db
    .select()
    .from(contract)
    .where(
      and(
        eq(contract.companyId, companyId),
        merchantIds.includes(null) ? or(isNull(contract.merchantId), isOne) : isOne,
        inArray(contract.state, contractStateKeys.filter(isContractOpen)),
      ),
    )
    .orderBy(asc(contract.round));
}

/** Contracts of companies with the platform and all merchants, as the rules read them. */
export function listPairsOf(db: Db | Tx, companyIds: readonly number[]): Promise<PairContract[]> {
  return db
    .select(pairColumns)
    .from(contract)
    .where(and(inArray(contract.companyId, [...companyIds]), sql`${contract.state} <> ${isVoid}`));
}

/** Null where another contract of that pair, kind and round was faster. */
export async function insertContract(tx: Tx, row: typeof contract.$inferInsert): Promise<ContractRow | null> {
  const [made] = await tx.insert(contract).values(row).onConflictDoNothing().returning();
  return made ?? null;
}

/** False where that side has signed already. */
export async function insertSignature(tx: Tx, row: typeof contractSignature.$inferInsert): Promise<boolean> {
  const { rowCount } = await tx.insert(contractSignature).values(row).onConflictDoNothing();
  return rowCount === 1;
}

/** Changes a contract while it is in one of these states; null when it is not any more. */
export async function changeContract(
  tx: Db | Tx,
  id: number,
  from: readonly ContractState[],
  set: Partial<
    Pick<
      ContractRow,
      | 'state'
      | 'validFrom'
      | 'validTo'
      | 'signedAt'
      | 'voidedAt'
      | 'voidReason'
      | 'provider'
      | 'remoteNo'
      | 'askAt'
      | 'isSellerByHand'
      | 'fileDigest'
    >
  >,
): Promise<ContractRow | null> {
  const [row] = await tx
    .update(contract)
    .set(set)
    .where(and(eq(contract.id, id), inArray(contract.state, [...from])))
    .returning();
  return row ?? null;
}

/** Names the sealed PDF of a signed contract, once; false where it has one. */
export async function setFileDigest(db: Db, id: number, digest: string): Promise<boolean> {
  const { rowCount } = await db
    .update(contract)
    .set({ fileDigest: digest })
    .where(and(eq(contract.id, id), eq(contract.fileDigest, '')));
  return rowCount === 1;
}

/** Locks a contract until the end of the transaction; null for an unknown one. */
export async function lockContract(tx: Tx, id: number): Promise<ContractRow | null> {
  const [row] = await tx.select().from(contract).where(eq(contract.id, id)).for('no key update');
  return row ?? null;
}

export function listSignatures(db: Db | Tx, contractIds: readonly number[]): Promise<SignatureRow[]> {
  if (contractIds.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(contractSignature)
    .where(inArray(contractSignature.contractId, [...contractIds]))
    .orderBy(asc(contractSignature.contractId), asc(contractSignature.signedAt), asc(contractSignature.side));
}

/** Contracts that a company has signed since a moment. */
export async function listSignedSince(db: Db, companyId: number, since: Date): Promise<ContractRow[]> {
  const rows = await db
    .select({ contract })
    .from(contract)
    .innerJoin(
      contractSignature,
      and(eq(contractSignature.contractId, contract.id), eq(contractSignature.side, 'buyer')),
    )
    .where(and(eq(contract.companyId, companyId), gte(contractSignature.signedAt, since)))
    .orderBy(asc(contract.id));
  return rows.map((row) => row.contract);
}

export function listEvents(db: Db | Tx, contractId: number): Promise<EventRow[]> {
  return db
    .select()
    .from(contractEvent)
    .where(eq(contractEvent.contractId, contractId))
    .orderBy(asc(contractEvent.id));
}

/** Adds to the history. */
export async function addEvent(
  tx: Db | Tx,
  contractId: number,
  {
    act,
    actor,
    who,
    note = '',
    at,
  }: { act: ContractAct; actor: Actor['kind']; who: string; note?: string; at: Date },
): Promise<void> {
  await tx.insert(contractEvent).values({ contractId, act, actor, who, note, at });
}
