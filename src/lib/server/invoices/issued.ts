/** The end of an asking: the invoice is issued, or void; the company gets a message (rules 19). */
import { path } from '#lib/contract/routes.ts';
import type { ActorKind } from '#lib/rules/companies/actors.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import type { Tx } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { addEvent, changeInvoice, type InvoiceRecord } from './read-rows.ts';

export interface Issued {
  number: string;
  issuedAt: Date;
  act: 'issued' | 'entered';
  actor: ActorKind;
  actorId: string;
  now: Date;
}

/** Marks a locked invoice as issued, and sends the company one message. */
export async function writeIssued(
  tx: Tx,
  row: InvoiceRecord,
  { number, issuedAt, act, actor, actorId, now }: Issued,
): Promise<void> {
  await changeInvoice(tx, row.id, {
    state: 'issued',
    number,
    issuedAt,
    fault: '',
    faultCode: '',
    nextAt: null,
  });
  await addEvent(tx, { invoiceId: row.id, actor, actorId, act, note: number, at: now });
  const amount = `¥${showYuan(Math.abs(row.gross))}`;
  const isRed = row.color === 'red';
  await sendMessages(tx, {
    companyId: row.companyId,
    kind: 'invoice',
    title: isRed ? '红字发票已开具' : '发票已开具',
    body: `${isRed ? '红字发票' : '发票'}${number}已开具，抬头${row.title.name}，${isRed ? '冲红' : '价税合计'}${amount}，可以查看和下载。`,
    link: path('/zzfw/dzfp/[id]', { id: row.id }),
    ref: `invoice:${row.id}`,
  });
}

/** Tells the company that an invoice it asked for is void, and why. */
export async function sendVoid(tx: Tx, row: InvoiceRecord, reason: string): Promise<void> {
  await sendMessages(tx, {
    companyId: row.companyId,
    kind: 'invoice',
    title: '发票没有开出，请重新申请',
    body: `抬头${row.title.name}的发票申请已作废：${reason}。金额回到可开票，可以重新申请。`,
    link: path('/zzfw/dzfp'),
    ref: `invoice-void:${row.id}`,
  });
}
