/** One refund for the desk: the provider's last answer, and the latest request for another way. */
import { and, eq, ne, sql } from 'drizzle-orm';
import { bankProvider } from '#lib/contract/constants.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { Db, Tx } from '../db/client.ts';
import { bankPayout, jobFailure, refund, refundReroute } from '../db/schema.ts';

function joined(db: Db | Tx) {
  return db
    .select({
      refund,
      error: jobFailure.error,
      reroute: refundReroute,
      serial: bankPayout.serial,
    })
    .from(refund)
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

/** One refund as it is now, or null. */
async function findDeskRefund(db: Db | Tx, no: string): Promise<DeskRefundRow | null> {
  const [row] = await joined(db).where(and(isByProvider, eq(refund.no, no)));
  return row ?? null;
}

/** One refund as it is now. Throws AppError 404. */
export async function getDeskRefund(db: Db | Tx, no: string): Promise<DeskRefundRow> {
  const row = await findDeskRefund(db, no);
  if (row === null) throw new AppError(404, '退款单不存在');
  return row;
}
