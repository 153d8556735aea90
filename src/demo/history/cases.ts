/** After-sale cases of demo's last days: created and answered by the shop's own services, at past times. */
import { and, desc, eq, gt, lt, notInArray, sql } from 'drizzle-orm';
import type { AfterSaleKind } from '#lib/rules/orders/after-sale-state.ts';
import { orderLimits } from '#lib/rules/orders/order-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import {
  agreeAfterSale,
  arriveAfterSale,
  refuseAfterSale,
  sendAfterSale,
  withdrawAfterSale,
} from '#lib/server/after-sale/acts.ts';
import { askAfterSale, findAskForm, previewAfterSale } from '#lib/server/after-sale/ask.ts';
import type { Context } from '#lib/server/core/context.ts';
import type { Db } from '#lib/server/db/client.ts';
import { afterSale, order } from '#lib/server/db/schema.ts';
import { findAccount } from '#lib/server/people/account-rows.ts';
import { momentFrom } from '../seed/dates.ts';
import { companies, users } from '../seed/known.ts';

type Act = 'agree' | 'refuse' | 'send' | 'arrive' | 'withdraw';

interface CaseMessage {
  kind: AfterSaleKind;
  reasons: string[];
  /** The buyer's text. */
  text: string;
  /** Days before now. */
  asked: number;
  answers: readonly { act: Act; ago: number; text?: string }[];
}

/**
 * One in each state that a case can stay in, the newest last. None refunds money: that goes by the counter, which is
 * not open yet during seeding, or into the balance, which the accounts of the demo document.
 */
const messages: readonly CaseMessage[] = [
  {
    kind: 'return_refund',
    reasons: ['多发或不需要了'],
    text: '门店重复下单，未拆封，申请退回。',
    asked: 3.5,
    answers: [
      { act: 'agree', ago: 3.2, text: '请保持外包装完好，寄回仓库。' },
      { act: 'send', ago: 2.8 },
      { act: 'arrive', ago: 0.8 },
    ],
  },
  {
    kind: 'papers',
    reasons: ['药检报告'],
    text: '本批次的药检报告没有随货，麻烦补一份。',
    asked: 2.6,
    answers: [{ act: 'agree', ago: 1.9, text: '已补充，可在订单的收货资料中下载。' }],
  },
  {
    kind: 'return_refund',
    reasons: ['其他原因'],
    text: '外盒有轻微压痕，想退货。',
    asked: 2.2,
    answers: [{ act: 'refuse', ago: 1.5, text: '压痕不影响药品质量，暂不支持退货。' }],
  },
  {
    kind: 'exchange',
    reasons: ['商品错发'],
    text: '收到的规格和订单不一致，申请换货。',
    asked: 2,
    answers: [{ act: 'agree', ago: 1.2, text: '请寄回，验收后补发。' }],
  },
  {
    kind: 'refund_only',
    reasons: ['少发'],
    text: '开箱清点少了，随货同行单上的数量对不上。',
    asked: 1.4,
    // It was in the other box.
    answers: [{ act: 'withdraw', ago: 1.1 }],
  },
  {
    kind: 'return_refund',
    reasons: ['批号或效期不符'],
    text: '实物批号与随货同行单不一致，请核对。',
    asked: 0.2,
    answers: [],
  },
];

/** Creates them where the company has none yet; returns how many. */
export async function seedCases(db: Db, now: Date): Promise<number> {
  if ((await db.$count(afterSale, eq(afterSale.companyId, companies.demo))) > 0) return 0;
  const account = must(await findAccount(db, users.demo), 'the account of demo');
  const used: string[] = [];
  for (const [at, one] of messages.entries()) {
    const found = await findReceived(db, momentFrom(now, -one.asked), used);
    if (found === null) continue;
    used.push(found.no);
    const buyer = (daysAgo: number): Context<'buyer'> => ({
      db,
      now: momentFrom(now, -daysAgo),
      actor: { kind: 'buyer', account },
      requestId: 'demo',
    });
    const id = await ask(buyer(one.asked), one, found.no, `demo-${at + 1}`);
    for (const { act, ago, text = '' } of one.answers) {
      const clerk: Context<'staff'> = {
        db,
        now: momentFrom(now, -ago),
        actor: { kind: 'merchant', name: 'shangjia', merchantId: found.merchantId },
        requestId: 'demo',
      };
      if (act === 'send')
        await sendAfterSale(buyer(ago), { id, carrier: '顺丰速运', tracking_no: `SF10${id}00${at}` });
      else if (act === 'withdraw') await withdrawAfterSale(buyer(ago), { id });
      else if (act === 'arrive') await arriveAfterSale(clerk, { id });
      else if (act === 'refuse') await refuseAfterSale(clerk, { id, text });
      else await agreeAfterSale(clerk, { id, waives: 0, text });
    }
  }
  await dateMessages(db);
  return used.length;
}

/** The newest order received by then, and not too long before; without repetition. */
async function findReceived(db: Db, at: Date, used: readonly string[]) {
  const [row] = await db
    .select({ no: order.no, merchantId: order.merchantId })
    .from(order)
    .where(
      and(
        eq(order.companyId, companies.demo),
        eq(order.status, 'completed'),
        lt(order.completedAt, at),
        gt(order.completedAt, new Date(at.getTime() - orderLimits.afterSale)),
        used.length > 0 ? notInArray(order.no, [...used]) : undefined,
      ),
    )
    // The desk that the demo opens is the first merchant's.
    .orderBy(sql`${order.merchantId} <> 1`, desc(order.completedAt))
    .limit(1);
  return row ?? null;
}

/** Some pieces of the order's first lot. */
async function ask(context: Context<'buyer'>, one: CaseMessage, no: string, token: string): Promise<number> {
  const form = must(await findAskForm(context, no), `the form of ${no}`);
  const { line_id, lot_no, most } = must(
    form.lines.find((line) => line.is_gift === 0 && line.most > 0),
    `a line of ${no}`,
  );
  const { kind, reasons, text } = one;
  const asked = { no, kind, lines: [{ line_id, lot_no, number: Math.ceil(most / 10) }] };
  const { amount } = await previewAfterSale(context, asked);
  const made = await askAfterSale(context, {
    ...asked,
    reasons,
    text,
    pictures: [],
    token,
    expected_amount: amount,
  });
  return made.id;
}

/** Dates messages by the event that they report. */
async function dateMessages(db: Db): Promise<void> {
  await db.execute(sql`update message m set created_at = n.at from after_sale_note n
    where m.ref = 'aftersale:' || n.after_sale_id || ':' || n.id`);
}
