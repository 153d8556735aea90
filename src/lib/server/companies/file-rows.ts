/** All reads of one company for the platform's desk; every statement is bound to it. */
import { and, asc, desc, eq, gt, inArray, isNull, like, lt, or, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import { orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import type { Db, Tx } from '../db/client.ts';
import {
  accountManager,
  address,
  auditLog,
  company,
  companyCoupon,
  coupon,
  member,
  merchant,
  message,
  order,
  paper,
  session,
  user,
  walletLedger,
} from '../db/schema.ts';

/** The part of a list to read: a number of rows after the last known one, by its id; without it from the beginning. */
export interface Reach {
  companyId: number;
  after: string | null;
  limit: number;
}

/** The company with its head office; null when there is none. */
export async function findCompanyRow(db: Db, id: number) {
  const head = alias(company, 'head');
  const [row] = await db
    .select({ own: company, headName: head.name })
    .from(company)
    .leftJoin(head, eq(head.id, company.headId))
    .where(eq(company.id, id));
  return row ?? null;
}

export function listStoresOf(db: Db, headId: number) {
  return db
    .select({ id: company.id, name: company.name })
    .from(company)
    .where(eq(company.headId, headId))
    .orderBy(asc(company.id))
    .limit(500);
}

export function listManagers(db: Db | Tx) {
  return db
    .select({ id: accountManager.id, name: accountManager.name })
    .from(accountManager)
    .orderBy(asc(accountManager.id));
}

export function listCompanyPapers(db: Db, companyId: number) {
  return db
    .select()
    .from(paper)
    .where(eq(paper.companyId, companyId))
    .orderBy(asc(paper.kind), asc(paper.id));
}

export function listPeople(db: Db, companyId: number) {
  return db
    .select({
      id: user.id,
      name: user.name,
      login: user.username,
      phone: user.phoneNumber,
      role: member.role,
      orderLimit: member.orderLimit,
      disabledAt: member.disabledAt,
    })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(eq(member.companyId, companyId))
    .orderBy(asc(member.createdAt), asc(user.id));
}

export function listCompanySessions(db: Db, { companyId, after, limit }: Reach, now: Date) {
  const behind = sql`(${session.updatedAt}, ${session.id}) < (select s.updated_at, s.id from session s
    join member m on m.user_id = s.user_id where s.id = ${after} and m.company_id = ${companyId})`;
  return db
    .select({
      id: session.id,
      person: user.name,
      userAgent: session.userAgent,
      address: session.ipAddress,
      createdAt: session.createdAt,
      seenAt: session.updatedAt,
    })
    .from(session)
    .innerJoin(member, eq(member.userId, session.userId))
    .innerJoin(user, eq(user.id, session.userId))
    .where(
      and(eq(member.companyId, companyId), gt(session.expiresAt, now), after === null ? undefined : behind),
    )
    .orderBy(desc(session.updatedAt), desc(session.id))
    .limit(limit);
}

export function listCompanyAddresses(db: Db, companyId: number) {
  return db
    .select()
    .from(address)
    .where(and(eq(address.companyId, companyId), isNull(address.deletedAt)))
    .orderBy(desc(address.isDefault), asc(address.id));
}

/** The last orders, or those that are not finished. */
export function listCompanyOrders(
  db: Db,
  { companyId, after, limit }: Reach,
  { isOpen }: { isOpen: boolean },
) {
  const open = orderStatuses.filter((status) => !orderIs.over(status));
  const behind = sql`(${order.createdAt}, ${order.no}) < (select o.created_at, o.no from "order" o
    where o.no = ${after} and o.company_id = ${companyId})`;
  return db
    .select({
      no: order.no,
      merchant: merchant.shortName,
      status: order.status,
      payAmount: order.payAmount,
      deadlineAt: order.deadlineAt,
      receiveBy: order.receiveBy,
      createdAt: order.createdAt,
    })
    .from(order)
    .innerJoin(merchant, eq(merchant.id, order.merchantId))
    .where(
      and(
        eq(order.companyId, companyId),
        isOpen ? inArray(order.status, open) : undefined,
        after === null ? undefined : behind,
      ),
    )
    .orderBy(desc(order.createdAt), desc(order.no))
    .limit(limit);
}

/** Rows with a lower number: later rows have a higher one. */
function below(column: PgColumn, after: string | null): SQL | undefined {
  return after === null ? undefined : lt(column, Number(after));
}

export function listLastEntries(db: Db, { companyId, after, limit }: Reach) {
  return db
    .select()
    .from(walletLedger)
    .where(and(eq(walletLedger.companyId, companyId), below(walletLedger.id, after)))
    .orderBy(desc(walletLedger.id))
    .limit(limit);
}

export function listLastCoupons(db: Db, { companyId, after, limit }: Reach) {
  return db
    .select({ held: companyCoupon, coupon })
    .from(companyCoupon)
    .innerJoin(coupon, eq(coupon.id, companyCoupon.couponId))
    .where(and(eq(companyCoupon.companyId, companyId), below(companyCoupon.id, after)))
    .orderBy(desc(companyCoupon.id))
    .limit(limit);
}

export function listLastMessages(db: Db, { companyId, after, limit }: Reach) {
  return db
    .select()
    .from(message)
    .where(and(eq(message.companyId, companyId), below(message.id, after)))
    .orderBy(desc(message.id))
    .limit(limit);
}

export function listCompanyAudit(db: Db, { companyId, after, limit }: Reach) {
  return db
    .select()
    .from(auditLog)
    .where(
      and(
        or(
          and(eq(auditLog.subject, 'company'), eq(auditLog.subjectKey, String(companyId))),
          and(eq(auditLog.subject, 'price'), like(auditLog.subjectKey, `${companyId}-%`)),
        ),
        below(auditLog.id, after),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit);
}
