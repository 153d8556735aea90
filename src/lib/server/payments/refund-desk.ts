/** Refunds at the desk: asking the provider, and refunds that were paid twice. */
import { AppError } from '#lib/contract/errors.ts';
import { isOwed } from '#lib/rules/orders/refund-state.ts';
import { owedStates } from '#lib/rules/orders/remote-state.ts';
import { type Context, recordOf } from '../core/context.ts';
import { hurryFailure } from '../core/jobs/job-rows.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { NoAnswer } from '../ports/payments/port.ts';
import { findRemote } from '../ports/payments/providers.ts';
import { getDeskRefund } from './desk-refund-rows.ts';
import { runRefunds } from './refunds.ts';
import { hurryRefund } from './remote-work-rows.ts';
import { settlePaidTwice } from './reroute-rows.ts';
import { checkHeldRefund } from './stopped-refunds.ts';

/**
 * `POST /api/desk/refunds/{id}/ask`: asks the provider now. A refund that it does not know or has refused is sent again
 * under the same number; a stopped one is only asked about. Throws 404, 409 for one that no provider can answer or did
 * not answer.
 */
export async function askDeskRefund(context: Context<'platform'>, { id: no }: { id: string }): Promise<void> {
  const { db, now } = context;
  const { refund } = await getDeskRefund(db, no);
  const provider = findRemote(refund.provider);
  if (provider === undefined) throw new AppError(409, '这个支付渠道不能查询');
  await db.transaction(async (tx) => {
    // The row is recorded before the provider is asked: the answer changes it.
    await writeAudit(tx, recordOf(context), {
      act: 'refund.ask',
      subject: 'refund',
      key: no,
      before: { state: refund.status },
      after: null,
      at: now,
    });
    await hurryFailure(tx, 'runRefunds', no, now);
  });
  if (isOwed(refund.status)) {
    await hurryRefund(db, no, owedStates, now);
    await runRefunds(db, now, refund.payNo);
  } else {
    await checkHeldRefund(db, provider, refund, now).catch((error: unknown) => {
      throw error instanceof NoAnswer ? new AppError(409, '渠道没有答复，请稍后再查') : error;
    });
  }
}

/**
 * `POST /api/desk/refunds/{id}/settle`: records the outcome of money that was paid twice. A repeat by the same person
 * changes nothing. Throws 404, 409 where it was not, or another person has settled it.
 */
export async function settleTwice(
  context: Context<'platform'>,
  { id: no, word }: { id: string; word: string },
): Promise<void> {
  const { db, now, actor } = context;
  await db.transaction(async (tx) => {
    const said = { settledBy: actor.name, settledAt: now, settledWord: word };
    if (await settlePaidTwice(tx, no, said))
      return writeAudit(tx, recordOf(context), {
        act: 'refund.settle',
        subject: 'refund',
        key: no,
        before: null,
        after: { word },
        at: now,
      });
    const { reroute } = await getDeskRefund(tx, no);
    if (reroute?.settledBy === actor.name && reroute.settledWord === word) return;
    throw new AppError(409, reroute?.settledBy ? `已由${reroute.settledBy}处理` : '这笔退款没有两种方式都退');
  });
}
