/** Searches and changes of companies at the platform's desk. */
import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { type CompanyState, companyStates } from '#lib/rules/companies/company-state.ts';
import type { ScopeCode } from '#lib/rules/companies/qualification.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import type { Db, Tx } from '../db/client.ts';
import { contains } from '../db/contains.ts';
import { countedPage } from '../db/counted-page.ts';
import { company, companyScope, member, user } from '../db/schema.ts';

const owner = (column: SQL) => sql<
  string | null
>`(select ${column} from member m join "user" u on u.id = m.user_id
  where m.company_id = company.id and m.role = 'owner' order by m.created_at, u.id limit 1)`;

const columns = {
  id: company.id,
  name: company.name,
  creditCode: company.creditCode,
  buyerType: company.buyerType,
  status: company.status,
  province: company.province,
  city: company.city,
  district: company.district,
  rank: company.rank,
  contact: owner(sql`u.name`),
  login: owner(sql`u.username`),
  phone: owner(sql`u.phone_number`),
  createdAt: company.createdAt,
  firstPaidAt: company.firstPaidAt,
};

/** Search text for a company: a part of its name or code, its number, a person's name, login name or phone. */
function fits(db: Db, q: string): SQL | undefined {
  if (q === '') return undefined;
  const people = db
    .select({ id: member.companyId })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(or(contains(user.name, q), contains(user.username, q), contains(user.phoneNumber, q)));
  return or(
    contains(company.name, q),
    contains(company.creditCode, q),
    /^[1-9]\d{0,8}$/.test(q) ? eq(company.id, Number(q)) : undefined,
    inArray(company.id, people),
  );
}

/** A page of the companies, the newest first. An unknown state finds none. */
export function findCompanies(
  db: Db,
  { q, status }: { q: string; status: string },
  asked: { page: number; size: number },
) {
  const inState =
    status === '' ? undefined : isKeyOf(companyStates, status) ? eq(company.status, status) : sql`false`;
  const found = () =>
    db
      .select(columns)
      .from(company)
      .where(and(inState, fits(db, q)))
      .$dynamic();
  return countedPage(db, found, [desc(company.id)], asked);
}

/** A company's own row, locked until the transaction ends; null when there is none. */
export async function lockCompany(tx: Tx, id: number) {
  const [row] = await tx.select().from(company).where(eq(company.id, id)).for('no key update');
  return row ?? null;
}

/** Moves a company that is still in state `from`; false when another process was faster. */
export async function setCompanyState(
  tx: Tx,
  id: number,
  from: CompanyState,
  to: { status: CompanyState; reason: string | null },
): Promise<boolean> {
  const moved = await tx
    .update(company)
    .set({ status: to.status, statusReason: to.reason })
    .where(and(eq(company.id, id), eq(company.status, from)))
    .returning({ id: company.id });
  return moved.length > 0;
}

export async function setTerms(
  tx: Tx,
  id: number,
  terms: { rank: number; accountManagerId: number | null },
): Promise<void> {
  await tx.update(company).set(terms).where(eq(company.id, id));
}

/** The scopes of a company, in the order of their codes. */
export async function listScopes(db: Db | Tx, companyId: number): Promise<ScopeCode[]> {
  const rows = await db
    .select({ scope: companyScope.scope })
    .from(companyScope)
    .where(eq(companyScope.companyId, companyId));
  return rows.map(({ scope }) => scope).toSorted();
}

/** Sets a company's scopes to exactly these. */
export async function setScopes(tx: Tx, companyId: number, scopes: readonly ScopeCode[]): Promise<void> {
  await tx.delete(companyScope).where(eq(companyScope.companyId, companyId));
  if (scopes.length > 0) await tx.insert(companyScope).values(scopes.map((scope) => ({ companyId, scope })));
}
