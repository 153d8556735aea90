import { and, eq, gt, or, sql } from 'drizzle-orm';
import type { BuyerType, CompanyState, Paper, ScopeCode } from '#lib/rules/companies/qualification.ts';
import type { Role } from '#lib/rules/companies/roles.ts';
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
  companyId: number;
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

function accounts(db: Db | Tx) {
  return db
    .select({
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
      company: company.name,
      ...standingColumns,
      statusReason: company.statusReason,
      rank: company.rank,
      isTemporary: company.isTemporary,
      minShelfLifeDays: company.minShelfLifeDays,
      isNewcomer: sql<boolean>`${company.firstPaidAt} is null`,
      managerName: accountManager.name,
      managerPhone: accountManager.phone,
      managerIsDefault: accountManager.isDefault,
    })
    .from(user)
    .innerJoin(member, eq(member.userId, user.id))
    .innerJoin(company, eq(company.id, member.companyId))
    .leftJoin(accountManager, eq(accountManager.id, company.accountManagerId));
}

/** Without a session: the join that both queries share finds none. */
function accountOf(db: Db | Tx, name: string) {
  return accounts(db)
    .leftJoin(session, sql`false`)
    .where(eq(user.id, sql.placeholder('userId')))
    .prepare(name);
}

function accountOfSession(db: Db | Tx, name: string) {
  return accounts(db)
    .innerJoin(session, eq(session.userId, user.id))
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
  const [row] = await prepared(db, 'account', (name) => accountOf(db, name)).execute({ userId });
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
export async function countOwn(db: Db, userId: string, companyId: number, now: Date) {
  const result = await db.execute<{
    cart: number;
    points: number;
    messages: number;
    to_pay: number;
    to_receive: number;
    address: string | null;
    image: string | null;
    wechat: string | null;
    has_preferred: boolean;
  }>(sql`
    select
      (select count(*) from cart_line where user_id = ${userId} and not is_saved_for_later and kind <> 'group_buy')::int as cart,
      coalesce((select points from wallet where company_id = ${companyId}), 0) as points,
      (select count(*) from message where company_id = ${companyId} and read_at is null)::int as messages,
      (select count(*) from "order" where company_id = ${companyId}
        and (status = 'to_verify' or (status = 'to_pay' and deadline_at > ${now})))::int as to_pay,
      (select count(*) from "order" where company_id = ${companyId} and status in ('part_shipped', 'to_receive', 'refusing'))::int as to_receive,
      exists (select 1 from nav_link where kind = 'nav' and is_open and url = '/yx') as has_preferred,
      (select image from "user" where id = ${userId}) as image,
      (select wechat from "user" where id = ${userId}) as wechat,
      (select province || city || district || detail from address
        where company_id = ${companyId} and is_default and deleted_at is null) as address`);
  return result.rows[0];
}
