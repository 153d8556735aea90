/** Effects of time on cases; the jobs only record what the rules say already (rules 3). */
import { jobActor } from '#lib/rules/companies/actors.ts';
import { effectiveAfterSale, isWithPlatform } from '#lib/rules/orders/after-sale-state.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db } from '../db/client.ts';
import { moveCase } from '../orders/after-sale-rows.ts';
import { caseFacts } from '../orders/cases.ts';
import { listDueCases, listRefunded } from '../orders/due-case-rows.ts';
import { sumOpen } from '../payments/refund-rows.ts';
import { atCase, type Doer, recordAct } from './case.ts';

const atOnce = 200;
const byJob = (name: string): Doer => ({ side: 'system', actor: jobActor(name) });

/** Cases without the merchant's answer go to the platform; cases whose goods were not sent back end. */
export function afterSaleDue(db: Db, now: Date): Promise<RowsDone> {
  const doer = byJob('afterSaleDue');
  const work = (id: number) =>
    atCase(db, id, { merchantId: null }, async (tx, { found: { row, merchant } }) => {
      const facts = caseFacts(row);
      const head = `订单${row.orderNo}的售后申请`;
      if (isWithPlatform(facts, now.getTime()) && !row.isEscalated) {
        await moveCase(tx, row.id, row.state, { isEscalated: true, dueAt: null });
        await recordAct(
          tx,
          row,
          { doer, act: 'escalate', text: '', at: now },
          {
            notice: { title: '售后已转平台处理', body: `${head}：${merchant}没有按时处理，平台将作出决定。` },
          },
        );
        return 1;
      }
      if (row.state === 'to_return' && effectiveAfterSale(facts, now.getTime()) === 'withdrawn') {
        await moveCase(tx, row.id, row.state, {
          state: 'withdrawn',
          dueAt: null,
          endedBy: 'system',
          endedAt: row.dueAt ?? now,
        });
        await recordAct(
          tx,
          row,
          { doer, act: 'lapse', text: '', at: now },
          { notice: { title: '售后申请已自动撤销', body: `${head}：超过7天没有寄回商品，已自动撤销。` } },
        );
        return 1;
      }
      return 0;
    });
  return eachRow(db, { job: 'afterSaleDue', now, list: () => listDueCases(db, now, atOnce), work });
}

/** Ends cases whose money is back: remote providers may answer late. */
export function afterSaleRefunded(db: Db, now: Date): Promise<RowsDone> {
  const doer = byJob('afterSaleRefunded');
  const work = (id: number) =>
    atCase(db, id, { merchantId: null }, async (tx, { found: { row } }) => {
      if (row.state !== 'refunding' || (await sumOpen(tx, row.refundNos)) > 0) return 0;
      await moveCase(tx, row.id, 'refunding', { state: 'completed', endedBy: 'system', endedAt: now });
      await recordAct(
        tx,
        row,
        { doer, act: 'done', text: '', at: now },
        { notice: { title: '售后退款已退回', body: `订单${row.orderNo}的售后退款已按原支付方式退回。` } },
      );
      return 1;
    });
  return eachRow(db, { job: 'afterSaleRefunded', now, list: () => listRefunded(db, now, atOnce), work });
}
