import { and, eq, gt, sql } from 'drizzle-orm';
import type { BuyerType } from '#lib/rules/buy-state.ts';
import type { CompanyState, Paper, ScopeCode } from '#lib/rules/qualification.ts';
import type { Role } from '#lib/rules/roles.ts';
import type { Db, Tx } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import { accountManager, company, member, rateLimit, user } from '../db/schema.ts';

/** The logged-in person with their company: all that guards, buy states and prices look at. */
export interface Account {
  userId: string;
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

function accountOf(db: Db | Tx, name: string) {
  return db
    .select({
      userId: user.id,
      username: user.username,
      name: user.name,
      phone: user.phoneNumber,
      role: sql<Role>`${member.role}`,
      orderLimit: member.orderLimit,
      companyId: company.id,
      company: company.name,
      companyState: sql<CompanyState>`${company.status}`,
      statusReason: company.statusReason,
      buyerType: sql<BuyerType>`${company.buyerType}`,
      regionCode: company.regionCode,
      rank: company.rank,
      isTemporary: company.isTemporary,
      minShelfLifeDays: company.minShelfLifeDays,
      isNewcomer: sql<boolean>`${company.firstPaidAt} is null`,
      scopes: sql<
        ScopeCode[]
      >`coalesce((select json_agg(s.scope) from company_scope s where s.company_id = ${company.id}), '[]')`,
      // The rules' own shape: moments in epoch milliseconds, a last day counts to its end in Shanghai.
      papers: sql<Paper[]>`coalesce((select json_agg(json_build_object(
        'kind', p.kind, 'number', p.number,
        'validFrom', (extract(epoch from p.valid_from::timestamp at time zone 'Asia/Shanghai') * 1000)::bigint,
        'validTo', (extract(epoch from (p.valid_to + 1)::timestamp at time zone 'Asia/Shanghai') * 1000)::bigint))
        from paper p where p.company_id = ${company.id} and p.status = 'approved'), '[]')`,
      managerName: accountManager.name,
      managerPhone: accountManager.phone,
      managerIsDefault: accountManager.isDefault,
    })
    .from(user)
    .innerJoin(member, eq(member.userId, user.id))
    .innerJoin(company, eq(company.id, member.companyId))
    .leftJoin(accountManager, eq(accountManager.id, company.accountManagerId))
    .where(eq(user.id, sql.placeholder('userId')))
    .prepare(name);
}

/** An account by its user id, in one query. Null when the user belongs to no company. */
export async function findAccount(db: Db | Tx, userId: string): Promise<Account | null> {
  const [row] = await prepared(db, 'account', (name) => accountOf(db, name)).execute({ userId });
  if (!row) return null;
  const { managerName, managerPhone, managerIsDefault, ...rest } = row;
  return {
    ...rest,
    username: row.username ?? '',
    phone: row.phone ?? '',
    manager:
      managerName === null
        ? null
        : { name: managerName, phone: managerPhone ?? '', isDefault: managerIsDefault ?? false },
  };
}

/** The login name of whoever typed a name or a phone; null when nobody has it. */
export async function findUsername(db: Db, nameOrPhone: string): Promise<string | null> {
  const [row] = await db
    .select({ username: user.username })
    .from(user)
    .where(sql`${user.username} = ${nameOrPhone.toLowerCase()} or ${user.phoneNumber} = ${nameOrPhone}`)
    .limit(1);
  return row?.username ?? null;
}

/** Counts one more attempt under `key`; answers how many in the running window and when it ends. */
export async function countAttempt(db: Db, key: string, now: Date, windowMs: number) {
  const resetsAt = new Date(now.getTime() + windowMs);
  const [row] = await db
    .insert(rateLimit)
    .values({ key, count: 1, resetsAt })
    .onConflictDoUpdate({
      target: rateLimit.key,
      set: {
        count: sql`case when ${rateLimit.resetsAt} <= ${now} then 1 else ${rateLimit.count} + 1 end`,
        resetsAt: sql`case when ${rateLimit.resetsAt} <= ${now} then excluded.resets_at else ${rateLimit.resetsAt} end`,
      },
    })
    .returning({ count: rateLimit.count, resetsAt: rateLimit.resetsAt });
  return row ?? { count: 1, resetsAt };
}

/** The attempts under `key` in the running window, or null. */
export async function findAttempts(db: Db, key: string, now: Date) {
  const [row] = await db
    .select({ count: rateLimit.count, resetsAt: rateLimit.resetsAt })
    .from(rateLimit)
    .where(and(eq(rateLimit.key, key), gt(rateLimit.resetsAt, now)));
  return row ?? null;
}

export async function clearAttempts(db: Db, key: string): Promise<void> {
  await db.delete(rateLimit).where(eq(rateLimit.key, key));
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
  }>(sql`
    select
      (select count(*) from cart_line where user_id = ${userId} and not is_saved_for_later and type <> 2)::int as cart,
      coalesce((select points from wallet where company_id = ${companyId}), 0) as points,
      (select count(*) from message where company_id = ${companyId} and read_at is null)::int as messages,
      (select count(*) from "order" where company_id = ${companyId} and status = 10 and deadline_at > ${now})::int as to_pay,
      (select count(*) from "order" where company_id = ${companyId} and status in (25, 30, 35))::int as to_receive,
      (select province || city || district || detail from address
        where company_id = ${companyId} and is_default and deleted_at is null) as address`);
  return result.rows[0];
}
