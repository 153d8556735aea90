/** All that the platform's desk reads of one company; every statement is bound to it. */
import { and, asc, desc, eq, gt, inArray, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import type { Db } from '../db/client.ts';
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

/** Lists of what only grows show so many of the last ones. */
const shown = 20;
const shownOpen = 100;

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

export function listManagers(db: Db) {
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

export function listCompanySessions(db: Db, companyId: number, now: Date) {
  return db
    .select({
      id: session.id,
      person: user.name,
      userAgent: session.userAgent,
      address: session.ipAddress,
      seenAt: session.updatedAt,
    })
    .from(session)
    .innerJoin(member, eq(member.userId, session.userId))
    .innerJoin(user, eq(user.id, session.userId))
    .where(and(eq(member.companyId, companyId), gt(session.expiresAt, now)))
    .orderBy(desc(session.updatedAt), asc(session.id))
    .limit(shownOpen);
}

export function listCompanyAddresses(db: Db, companyId: number) {
  return db
    .select()
    .from(address)
    .where(and(eq(address.companyId, companyId), isNull(address.deletedAt)))
    .orderBy(desc(address.isDefault), asc(address.id));
}

/** The last orders, or those that are not over. */
export function listCompanyOrders(db: Db, companyId: number, { isOpen }: { isOpen: boolean }) {
  const open = orderStatuses.filter((status) => !orderIs.over(status));
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
    .where(and(eq(order.companyId, companyId), isOpen ? inArray(order.status, open) : undefined))
    .orderBy(desc(order.createdAt), desc(order.no))
    .limit(isOpen ? shownOpen : shown);
}

export function listLastEntries(db: Db, companyId: number) {
  return db
    .select()
    .from(walletLedger)
    .where(eq(walletLedger.companyId, companyId))
    .orderBy(desc(walletLedger.id))
    .limit(shown);
}

export function listLastCoupons(db: Db, companyId: number) {
  return db
    .select({ held: companyCoupon, coupon })
    .from(companyCoupon)
    .innerJoin(coupon, eq(coupon.id, companyCoupon.couponId))
    .where(eq(companyCoupon.companyId, companyId))
    .orderBy(desc(companyCoupon.id))
    .limit(shown);
}

export function listLastMessages(db: Db, companyId: number) {
  return db
    .select()
    .from(message)
    .where(eq(message.companyId, companyId))
    .orderBy(desc(message.id))
    .limit(shown);
}

export function listCompanyAudit(db: Db, companyId: number) {
  return db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject, 'company'), eq(auditLog.subjectKey, String(companyId))))
    .orderBy(desc(auditLog.id))
    .limit(shown);
}
