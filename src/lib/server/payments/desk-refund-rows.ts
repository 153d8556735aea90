/** Refunds for the desk: their company and way, the provider's last answer, and requests for another way. */
import { and, asc, desc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { bankProvider } from '#lib/contract/constants.ts';
import { isRefundState, type RefundState, unpaidStates } from '#lib/rules/orders/refund-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { contains } from '../db/contains.ts';
import { countedPage } from '../db/counted-page.ts';
import { bankPayout, company, jobFailure, order, refund, refundReroute } from '../db/schema.ts';
import { isPaidTwice } from './reroute-rows.ts';

function joined(db: Db | Tx) {
  return db
    .select({
      refund,
      company: company.name,
      tradeNo: order.tradeNo,
      tries: jobFailure.tries,
      error: jobFailure.error,
      reroute: refundReroute,
      serial: bankPayout.serial,
    })
    .from(refund)
    .innerJoin(company, eq(company.id, refund.companyId))
    .leftJoin(order, eq(order.no, refund.orderNo))
    .leftJoin(jobFailure, and(eq(jobFailure.job, 'runRefunds'), eq(jobFailure.rowKey, refund.no)))
    .leftJoin(
      refundReroute,
      sql`${refundReroute.id} = (select max(d.id) from refund_diversion d where d.refund_no = ${refund.no})`,
    )
    .leftJoin(bankPayout, eq(bankPayout.refundNo, refund.no))
    .$dynamic();
}
export type DeskRefundRow = Awaited<ReturnType<typeof joined>>[number];

/** Refunds by bank are sent by people, on a page of their own. */
const isByProvider = ne(refund.provider, bankProvider);

/** open: not back yet. twice: also paid by the provider, and not settled. */
type RefundFilter = RefundState | 'open' | 'twice' | 'all';

function isIn(state: RefundFilter) {
  if (state === 'all') return undefined;
  if (state === 'twice') return isPaidTwice;
  return isRefundState(state) ? eq(refund.status, state) : inArray(refund.status, [...unpaidStates]);
}

/** A page of refunds: open ones with the longest waiting first, else the newest first. */
export function findDeskRefunds(
  db: Db,
  { state, way, keyword }: { state: RefundFilter; way: string; keyword: string },
  asked: { page: number; size: number },
): Promise<{ rows: DeskRefundRow[]; total: number }> {
  const word = keyword.trim();
  const found = () =>
    joined(db).where(
      and(
        isByProvider,
        isIn(state),
        way === '' ? undefined : eq(refund.provider, way),
        or(
          contains(refund.no, word),
          contains(refund.orderNo, word),
          contains(refund.payNo, word),
          contains(company.name, word),
        ),
      ),
    );
  const isDone = state === 'all' || state === 'done' || state === 'diverted';
  const by = isDone ? desc : asc;
  return countedPage(db, found, [by(refund.createdAt), by(refund.no)], asked);
}

/** One refund as it is now, or null. */
export async function findDeskRefund(db: Db | Tx, no: string): Promise<DeskRefundRow | null> {
  const [row] = await joined(db).where(and(isByProvider, eq(refund.no, no)));
  return row ?? null;
}
