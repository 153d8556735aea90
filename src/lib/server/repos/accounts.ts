import { and, eq, gt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { CompanyState } from '#lib/rules/companies/company-state.ts';
import type { BuyerType, Paper, ScopeCode } from '#lib/rules/companies/qualification.ts';
import type { Role } from '#lib/rules/companies/roles.ts';
import type { ListView } from '#lib/rules/site/list-views.ts';
import type { Db, Tx } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import { accountManager, company, account as credential, member, session, user } from '../db/schema.ts';
import { standingColumns } from './standing.ts';

/** The logged-in person with their company: all that guards, buy states and prices look at. */
export interface Account {
  userId: string;
  /** The session it came in by; null outside of a request. */
  sessionId: string | null;
  /** May not log in any more; the rest of the company goes on. */
  isDisabled: boolean;
  username: string;
  name: string;
  phone: string;
  role: Role;
  /** Fen an order; null is no limit. */
  orderLimit: number | null;
  /** For whom the person acts: their own company, or a store of it. */
  companyId: number;
  /** The person's own. */
  homeCompanyId: number;
  /** The head office of the company they act for; null where it has none. */
  headId: number | null;
  /** It buys on its head office's papers. */
  inheritsPapers: boolean;
  /** The person's own company is frozen, and they act for a store of it: for that store they may do no more than there. */
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

/** A parameter, not a word of the statement: an error's text names the statement, and a login name may be the same word. */
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
  // Who may not order for their own company does not order in the name of its stores.
  companyState: sql<CompanyState>`case when ${isHomeFrozen} and ${company.status} <> 'closed' then ${frozen}::text
    else ${standingColumns.companyState} end`,
  statusReason: company.statusReason,
  rank: sql<number>`case when ${company.inheritsPapers}
        then (select h.rank from company h where h.id = ${company.headId}) else ${company.rank} end`,
  isTemporary: company.isTemporary,
  minShelfLifeDays: company.minShelfLifeDays,
  // A store on its head office's papers is no company that is new here.
  isNewcomer: sql<boolean>`${company.firstPaidAt} is null and not ${company.inheritsPapers}`,
  managerName: accountManager.name,
  managerPhone: accountManager.phone,
  managerIsDefault: accountManager.isDefault,
};

/**
 * The company that a member acts for when they chose `store`: a store of their own company that is theirs to act for, an
 * owner's every one; anything else is their own company.
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
 * The same person with what `store` has: its prices, agreements and papers, also where it is not theirs to act for. Null
 * for a company that is neither their own nor a store of it.
 */
export async function findAccountAt(db: Db | Tx, userId: string, store: number): Promise<Account | null> {
  const [row] = await prepared(db, 'account at', (name) => accountAt(db, name)).execute({ userId, store });
  return row ? toAccount(row) : null;
}

/** A session that holds, with whose it is. */
export interface SessionAccount {
  account: Account;
  /** When it was last noted as used. */
  seenAt: Date;
  expiresAt: Date;
}

/**
 * The account that a session's token stands for, with the state of person and company as they are now, in one query.
 * Null when there is no such session or its time is over.
 */
export async function findSessionAccount(db: Db, token: string, now: Date): Promise<SessionAccount | null> {
  const [row] = await prepared(db, 'session account', (name) => accountOfSession(db, name)).execute({
    token,
    now,
  });
  return row ? { account: toAccount(row), seenAt: row.seenAt ?? now, expiresAt: row.expiresAt ?? now } : null;
}

/** What a login needs to know of the account with this name or phone; null when there is none. */
export async function findLogin(
  db: Db,
  nameOrPhone: string,
): Promise<{ userId: string; username: string; passwordHash: string } | null> {
  const [row] = await db
    .select({ userId: user.id, username: user.username, passwordHash: credential.password })
    .from(user)
    .leftJoin(credential, and(eq(credential.userId, user.id), eq(credential.providerId, 'credential')))
    .where(or(eq(user.username, nameOrPhone.toLowerCase()), eq(user.phoneNumber, nameOrPhone)))
    .limit(1);
  if (!row?.username) return null;
  return { userId: row.userId, username: row.username, passwordHash: row.passwordHash ?? '' };
}

/**
 * True while the account's stored hash is still this one. It waits for a change of the password that is under way, and
 * a later one waits for nothing: so either it is seen here, or it sees (and ends) the session that was just made.
 */
export async function keepsPassword(db: Db, userId: string, passwordHash: string): Promise<boolean> {
  const rows = await db
    .select({ id: credential.id })
    .from(credential)
    .where(
      and(
        eq(credential.userId, userId),
        eq(credential.providerId, 'credential'),
        eq(credential.password, passwordHash),
      ),
    )
    .for('share');
  return rows.length > 0;
}

/** Counts of a buyer's own things that the header and the home page show, in one query. */
export async function countOwn(
  db: Db,
  {
    userId,
    companyId,
    homeCompanyId,
    role,
  }: Pick<Account, 'userId' | 'companyId' | 'homeCompanyId' | 'role'>,
  now: Date,
) {
  const result = await db.execute<{
    cart: number;
    points: number;
    messages: number;
    to_pay: number;
    to_receive: number;
    stores: number;
    address: string | null;
    image: string | null;
    wechat: string | null;
    list_view: ListView | null;
    has_preferred: boolean;
    templates: { name: string; weekday: number | null; monthDay: number | null; usedOn: string | null }[];
  }>(sql`
    select
      (select count(*) from cart_line where user_id = ${userId} and company_id = ${companyId} and not is_saved_for_later and kind <> 'group_buy')::int as cart,
      coalesce((select points from wallet where company_id = ${companyId}), 0) as points,
      (select count(*) from message where company_id = ${companyId} and read_at is null)::int as messages,
      (select count(*) from "order" where company_id = ${companyId}
        and (status = 'to_verify' or (status = 'to_pay' and deadline_at > ${now})))::int as to_pay,
      (select count(*) from "order" where company_id = ${companyId} and status in ('part_shipped', 'to_receive', 'refusing'))::int as to_receive,
      (select count(*) from company s where s.head_id = ${homeCompanyId} and s.status <> 'closed'
        and (${role} = 'owner' or exists (select 1 from member_store ms
          where ms.user_id = ${userId} and ms.company_id = s.id)))::int as stores,
      exists (select 1 from nav_link where kind = 'nav' and is_open and url = '/yx') as has_preferred,
      (select image from "user" where id = ${userId}) as image,
      (select wechat from "user" where id = ${userId}) as wechat,
      (select list_view from member where user_id = ${userId}) as list_view,
      (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'weekday', weekday, 'monthDay', month_day,
          'usedOn', used_on) order by id), '[]')
        from purchase_template where company_id = ${companyId} and user_id = ${userId}
          and (weekday is not null or month_day is not null)) as templates,
      (select province || city || district || detail from address
        where company_id = ${companyId} and is_default and deleted_at is null) as address`);
  return result.rows[0];
}

/** Writes a person's name down. */
export async function setOwnName(db: Db | Tx, userId: string, name: string, now: Date): Promise<void> {
  await db.update(user).set({ name, updatedAt: now }).where(eq(user.id, userId));
}
