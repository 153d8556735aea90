/** Stores of one account: a head office and the companies that name it. */

import { and, asc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import type { CompanyState } from '#lib/rules/companies/company-state.ts';
import type { BuyerType } from '#lib/rules/companies/qualification.ts';
import type { Role } from '#lib/rules/companies/roles.ts';
import { must } from '#lib/rules/terms/must.ts';
import { addressText, type Division } from '#lib/rules/text/address-text.ts';
import type { Db, Tx } from '../db/client.ts';
import { address, company, member, session, user, wallet } from '../db/schema.ts';
import { standingColumns } from './standing-rows.ts';

export interface StorePerson {
  userId: string;
  name: string;
  company: string;
}

/** Companies of the same head office as this one, itself left out. */
function sisterOf(db: Db, companyId: number): SQL | undefined {
  const head = db
    .select({ id: sql<number>`coalesce(${company.headId}, ${company.id})` })
    .from(company)
    .where(eq(company.id, companyId));
  return and(ne(company.id, companyId), or(inArray(company.headId, head), inArray(company.id, head)));
}

/** The people with one of the roles in the other stores of a company's account, by store. */
export async function listStorePeople(
  db: Db,
  companyId: number,
  roles: readonly Role[],
): Promise<StorePerson[]> {
  return db
    .select({ userId: user.id, name: user.name, company: company.name })
    .from(company)
    .innerJoin(member, eq(member.companyId, company.id))
    .innerJoin(user, eq(user.id, member.userId))
    .where(and(sisterOf(db, companyId), inArray(member.role, [...roles])))
    .orderBy(asc(company.id), asc(member.createdAt), asc(user.id));
}

/** The person who acts for stores: an owner for all of their own company's, others for those assigned to them. */
export interface StoreActor {
  userId: string;
  role: Role;
  homeCompanyId: number;
}

export interface StoreRow {
  id: number;
  name: string;
  storeCode: string;
  inheritsPapers: boolean;
  state: CompanyState;
  /** Its default address; null without one. */
  address: (Division & { detail: string }) | null;
}

/**
 * Region of a company's default address; null without one. The company's id is qualified: in a query over one table
 * alone a column has no table, and would be the address's own here.
 */
const defaultPlace = sql<
  (Division & { detail: string }) | null
>`(select json_build_object('province', a.province,
    'city', a.city, 'district', a.district, 'detail', a.detail) from address a
  where a.company_id = "company"."id" and a.is_default and a.deleted_at is null)`;

/** The person's own company first, then the stores for which they may act, without closed ones. */
export async function listActedFor(
  db: Db | Tx,
  { userId, role, homeCompanyId }: StoreActor,
): Promise<StoreRow[]> {
  const mine = sql`exists (select 1 from member_store m where m.user_id = ${userId} and m.company_id = ${company.id})`;
  return db
    .select({
      id: company.id,
      name: company.name,
      storeCode: company.storeCode,
      inheritsPapers: company.inheritsPapers,
      state: standingColumns.companyState,
      address: defaultPlace,
    })
    .from(company)
    .where(
      and(
        ne(company.status, 'closed'),
        or(
          eq(company.id, homeCompanyId),
          and(eq(company.headId, homeCompanyId), role === 'owner' ? undefined : mine),
        ),
      ),
    )
    .orderBy(sql`${company.id} <> ${homeCompanyId}`, asc(company.storeCode), asc(company.id));
}

/** The default addresses of a head office's stores, by store. */
export async function listStorePlaces(db: Db, headId: number, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const rows = await db
    .select({ id: company.id, place: defaultPlace })
    .from(company)
    .where(and(eq(company.headId, headId), inArray(company.id, [...ids])));
  return new Map(rows.map(({ id, place }) => [id, place === null ? '' : addressText(place)]));
}

/** Companies of these codes that are neither the head office nor stores of it. */
export async function listOthersByCode(db: Db, headId: number, codes: readonly string[]) {
  if (codes.length === 0) return [];
  return db
    .select({ id: company.id, name: company.name, creditCode: company.creditCode })
    .from(company)
    .where(
      and(
        inArray(company.creditCode, [...codes]),
        ne(company.id, headId),
        sql`${company.headId} is distinct from ${headId}`,
      ),
    )
    .orderBy(asc(company.id));
}

/** Lets a session act for a store, or for the person's own company (null); false when it has ended. */
export async function setStoreOf(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
  storeId: number | null,
): Promise<boolean> {
  const { rowCount } = await db
    .update(session)
    .set({ storeId })
    .where(and(eq(session.id, sessionId), eq(session.userId, userId)));
  return rowCount === 1;
}

export interface NewStore {
  headId: number;
  name: string;
  storeCode: string;
  inheritsPapers: boolean;
  buyerType: BuyerType;
  status: CompanyState;
  place: { province: string; city: string; district: string; regionCode: string };
  receiver: string;
  phone: string;
  detail: string;
  createdAt: Date;
}

/** Saves a store with its address and an empty wallet; answers its id. */
export async function insertStore(tx: Tx, made: NewStore): Promise<number> {
  const { place, receiver, phone, detail, ...row } = made;
  const [store] = await tx
    .insert(company)
    .values({
      ...row,
      ...place,
      accountManagerId: sql`(select account_manager_id from company where id = ${made.headId})`,
    })
    .returning({ id: company.id });
  const { id } = must(store, 'a store just written');
  await tx.insert(address).values({ companyId: id, ...place, receiver, phone, detail, isDefault: true });
  await tx.insert(wallet).values({ companyId: id }).onConflictDoNothing();
  return id;
}

/** Whether a head office has a store of this number, and its number of stores. */
export async function countStores(
  tx: Tx,
  headId: number,
  storeCode: string,
): Promise<{ all: number; sameCode: number }> {
  const [row] = await tx
    .select({
      all: sql<number>`count(*)::int`,
      sameCode: sql<number>`count(*) filter (where ${company.storeCode} = ${storeCode} and ${storeCode} <> '')::int`,
    })
    .from(company)
    .where(and(eq(company.headId, headId), ne(company.status, 'closed')));
  return row ?? { all: 0, sameCode: 0 };
}
