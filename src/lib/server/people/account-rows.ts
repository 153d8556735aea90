import { and, eq, gt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { CompanyState } from '#lib/rules/companies/company-state.ts';
import type { BuyerType, Paper, ScopeCode } from '#lib/rules/companies/qualification.ts';
import type { Role } from '#lib/rules/companies/roles.ts';
import type { Db, Tx } from '../db/client.ts';
import { accountManager, company, member, session, user } from '../db/schema.ts';
import { prepared } from '../fast/prepared.ts';
import { standingColumns } from './standing-rows.ts';

/** The logged-in person with their company: the facts that guards, buy states and prices read. */
export interface Account {
  userId: string;
  /** The current session; null outside of a request. */
  sessionId: string | null;
  /** May not log in any more; the rest of the company is not affected. */
  isDisabled: boolean;
  username: string;
  name: string;
  phone: string;
  role: Role;
  /** Fen an order; null means no limit. */
  orderLimit: number | null;
  /** The company that the person acts for: their own, or a store of it. */
  companyId: number;
  /** The person's own. */
  homeCompanyId: number;
  /** The head office of the company they act for; null where it has none. */
  headId: number | null;
  /** It buys on its head office's licences. */
  inheritsPapers: boolean;
  /**
   * The person's own company is frozen, and they act for a store of it: for that store they have no more rights than
   * there.
   */
  isHomeFrozen: boolean;
  company: string;
  companyState: CompanyState;
  statusReason: string | null;
  buyerType: BuyerType;
  regionCode: string;
  rank: number;
  isTemporary: boolean;
  minShelfLifeDays: number;
  isNewcomer: boolean;
  scopes: ScopeCode[];
  papers: Paper[];
  manager: { name: string; phone: string; isDefault: boolean } | null;
}

/** A parameter, not a literal: an error's text contains the statement, and a login name may be the same word. */
const frozen: CompanyState = 'frozen';

/** True where the person acts for a store and their own company is frozen. */
const isHomeFrozen = sql<boolean>`(${company.id} <> ${member.companyId}
    and (select h.status from company h where h.id = ${member.companyId}) = ${frozen}::text)`;

const columns = {
  userId: user.id,
  sessionId: sql<string | null>`${session.id}`,
  seenAt: sql<Date | null>`${session.updatedAt}`.mapWith(session.updatedAt),
  expiresAt: sql<Date | null>`${session.expiresAt}`.mapWith(session.expiresAt),
  isDisabled: sql<boolean>`${member.disabledAt} is not null`,
  username: user.username,
  name: user.name,
  phone: user.phoneNumber,
  role: sql<Role>`${member.role}`,
  orderLimit: member.orderLimit,
  companyId: company.id,
  homeCompanyId: member.companyId,
  headId: company.headId,
  inheritsPapers: company.inheritsPapers,
  company: company.name,
  isHomeFrozen,
  ...standingColumns,
  // A person who may not order for their own company does not order for its stores.
  companyState: sql<CompanyState>`case when ${isHomeFrozen} and ${company.status} <> 'closed' then ${frozen}::text
    else ${standingColumns.companyState} end`,
  statusReason: company.statusReason,
  rank: sql<number>`case when ${company.inheritsPapers}
        then (select h.rank from company h where h.id = ${company.headId}) else ${company.rank} end`,
  isTemporary: company.isTemporary,
  minShelfLifeDays: company.minShelfLifeDays,
  // A store on its head office's licences is no new company.
  isNewcomer: sql<boolean>`${company.firstPaidAt} is null and not ${company.inheritsPapers}`,
  managerName: accountManager.name,
  managerPhone: accountManager.phone,
  managerIsDefault: accountManager.isDefault,
};

/**
 * The company that a member acts for after choosing `store`: a store of their own company that they may act for, an
 * owner every one; otherwise their own company.
 */
function actingFor(store: SQLWrapper): SQL {
  return sql`coalesce((select s.id from company s where s.id = ${store} and s.head_id = ${member.companyId}
    and s.status <> 'closed' and (${member.role} = 'owner' or exists (
      select 1 from member_store ms where ms.user_id = ${member.userId} and ms.company_id = s.id))), ${member.companyId})`;
}

/** Without a session: the join that both queries share finds none. */
function accountOf(db: Db | Tx, name: string) {
  return db
    .select(columns)
    .from(user)
    .innerJoin(member, eq(member.userId, user.id))
    .leftJoin(session, sql`false`)
    .innerJoin(company, sql`${company.id} = ${actingFor(sql`${sql.placeholder('store')}::int`)}`)
    .leftJoin(accountManager, eq(accountManager.id, company.accountManagerId))
    .where(eq(user.id, sql.placeholder('userId')))
    .prepare(name);
}

/** For a person who decides about a store's orders: of their own company, or any store of it. */
function accountAt(db: Db | Tx, name: string) {
  const at = sql.placeholder('store');
  return db
    .select(columns)
    .from(user)
    .innerJoin(member, eq(member.userId, user.id))
    .leftJoin(session, sql`false`)
    .innerJoin(
      company,
      and(
        sql`${company.id} = ${at}::int`,
        or(eq(company.id, member.companyId), eq(company.headId, member.companyId)),
      ),
    )
    .leftJoin(accountManager, eq(accountManager.id, company.accountManagerId))
    .where(eq(user.id, sql.placeholder('userId')))
    .prepare(name);
}

function accountOfSession(db: Db | Tx, name: string) {
  return db
    .select(columns)
    .from(user)
    .innerJoin(member, eq(member.userId, user.id))
    .innerJoin(session, eq(session.userId, user.id))
    .innerJoin(company, sql`${company.id} = ${actingFor(session.storeId)}`)
    .leftJoin(accountManager, eq(accountManager.id, company.accountManagerId))
    .where(and(eq(session.token, sql.placeholder('token')), gt(session.expiresAt, sql.placeholder('now'))))
    .prepare(name);
}

type Row = Awaited<ReturnType<ReturnType<typeof accountOf>['execute']>>[number];

function toAccount({
  managerName,
  managerPhone,
  managerIsDefault,
  seenAt: _,
  expiresAt: __,
  ...row
}: Row): Account {
  return {
    ...row,
    username: row.username ?? '',
    phone: row.phone ?? '',
    manager:
      managerName === null
        ? null
        : { name: managerName, phone: managerPhone ?? '', isDefault: managerIsDefault ?? false },
  };
}

/** An account by its user id, in one query. Null when the user belongs to no company. */
export async function findAccount(db: Db | Tx, userId: string): Promise<Account | null> {
  const [row] = await prepared(db, 'account', (name) => accountOf(db, name)).execute({
    userId,
    store: null,
  });
  return row ? toAccount(row) : null;
}

/** The same person acting for a store of their company, in one query; null where they may not. */
export async function findAccountFor(db: Db | Tx, userId: string, store: number): Promise<Account | null> {
  const [row] = await prepared(db, 'account', (name) => accountOf(db, name)).execute({ userId, store });
  return row?.companyId === store ? toAccount(row) : null;
}

/**
 * The same person with the prices, agreements and licences of `store`, even where they may not act for it. Null for a
 * company that is neither their own nor a store of it.
 */
export async function findAccountAt(db: Db | Tx, userId: string, store: number): Promise<Account | null> {
  const [row] = await prepared(db, 'account at', (name) => accountAt(db, name)).execute({ userId, store });
  return row ? toAccount(row) : null;
}

/** A valid session with its account. */
export interface SessionAccount {
  account: Account;
  /** Time of the last recorded use. */
  seenAt: Date;
  expiresAt: Date;
}

/**
 * The account of a session's token, with the present state of person and company, in one query. Null when there is no
 * such session or it has expired.
 */
export async function findSessionAccount(db: Db, token: string, now: Date): Promise<SessionAccount | null> {
  const [row] = await prepared(db, 'session account', (name) => accountOfSession(db, name)).execute({
    token,
    now,
  });
  return row ? { account: toAccount(row), seenAt: row.seenAt ?? now, expiresAt: row.expiresAt ?? now } : null;
}

/** Saves a person's name. */
export async function setOwnName(db: Db | Tx, userId: string, name: string, now: Date): Promise<void> {
  await db.update(user).set({ name, updatedAt: now }).where(eq(user.id, userId));
}
