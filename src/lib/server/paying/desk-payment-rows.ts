/** Searches of payments at the platform's desk. */
import { and, desc, eq, gte, lte, or, type SQL, sql } from 'drizzle-orm';
import type { DeskSearch } from '#lib/rules/orders/desk-orders.ts';
import type { PaymentState } from '#lib/rules/orders/payment-state.ts';
import type { Db } from '../db/client.ts';
import { contains } from '../db/contains.ts';
import { countedPage } from '../db/counted-page.ts';
import { company, payment } from '../db/schema.ts';

export interface PaymentSearch {
  search: DeskSearch;
  state: PaymentState | null;
  /** Key of a provider; null for any. */
  way: string | null;
  /** Fen; null for any. */
  amount: number | null;
  from: Date | null;
  to: Date | null;
}

/** Payments of trades and orders by their numbers, of payments by their own or their provider's. */
function isSearched({ text, number }: DeskSearch): SQL | undefined {
  if (text === '') return undefined;
  const large = number.toUpperCase();
  return or(
    contains(company.name, text),
    ...(number === ''
      ? []
      : [
          eq(payment.no, large),
          eq(payment.providerNo, number),
          sql`${payment.no} in (select pt.pay_no from payment_trade pt where pt.trade_no = ${large}
            union all select pt.pay_no from payment_trade pt join "order" o on o.trade_no = pt.trade_no where o.no = ${large}
            union all select p.no from payment p where p.part_of = ${large})`,
        ]),
  );
}

/** A page of them, the newest first. */
export function findDeskPayments(
  db: Db,
  { search, state, way, amount, from, to }: PaymentSearch,
  asked: { page: number; size: number },
) {
  const found = () =>
    db
      .select({
        no: payment.no,
        company: company.name,
        purpose: payment.purpose,
        provider: payment.provider,
        providerNo: payment.providerNo,
        linkId: payment.linkId,
        amount: payment.amount,
        status: payment.status,
        failReason: payment.failReason,
        createdAt: payment.createdAt,
        paidAt: payment.paidAt,
        tradeNos: sql<
          string[]
        >`array(select pt.trade_no from payment_trade pt where pt.pay_no = ${payment.no} order by 1)`,
        orderNos: sql<
          string[]
        >`array(select o.no from payment_trade pt join "order" o on o.trade_no = pt.trade_no
          where pt.pay_no = ${payment.no} order by 1)`,
      })
      .from(payment)
      .innerJoin(company, eq(company.id, payment.companyId))
      .where(
        and(
          isSearched(search),
          state === null ? undefined : eq(payment.status, state),
          way === null ? undefined : eq(payment.provider, way),
          amount === null ? undefined : eq(payment.amount, amount),
          from === null ? undefined : gte(payment.createdAt, from),
          to === null ? undefined : lte(payment.createdAt, to),
        ),
      )
      .$dynamic();
  return countedPage(db, found, [desc(payment.createdAt), desc(payment.no)], asked);
}
