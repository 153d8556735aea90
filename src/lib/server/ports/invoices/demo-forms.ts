/** Red forms at the demo's counterpart: what becomes of one follows from its amount and the clock. */
import type { z } from 'zod';
import { findYuan, formatYuan } from '#lib/rules/money/money.ts';
import {
  type DemoEntry,
  demoNumber,
  done,
  findDemoEntry,
  nobody,
  putDemoEntry,
  type redOrder,
  refused,
} from './demo-books.ts';
import { type DemoFate, demoAnswerAfter, demoDelay, demoFate } from './demo-words.ts';
import { nuonuoCodes } from './nuonuo-line.ts';

/** Takes a form; a number that was used is refused. */
export async function takeRed(order: z.infer<typeof redOrder>, now: number): Promise<object> {
  if ((await findDemoEntry(order.billId)) !== null) return refused(nuonuoCodes.duplicate, '申请号不能重复');
  const detail = order.detail.length > 0 ? order.detail : await wholeOf(order.blueElecInvoiceNumber);
  if (detail.length === 0) return refused('E9612', '没有对应的蓝票');
  const gross = detail.reduce(
    (sum, one) => sum + (findYuan(one.taxExcludedAmount) ?? 0) + (findYuan(one.taxAmount) ?? 0),
    0,
  );
  await putDemoEntry(order.billId, { ...nobody, at: now, gross, red: { ...order, detail } });
  return done(order.billId);
}

/** All lines of an invoice, taken back. */
async function wholeOf(number: string): Promise<z.infer<typeof redOrder>['detail']> {
  const blue = (await findDemoEntry(number))?.blue;
  const minus = (amount: string) => formatYuan(-(findYuan(amount) ?? 0));
  return (blue?.invoiceDetail ?? []).map((one, at) => ({
    blueDetailIndex: String(at + 1),
    goodsName: one.goodsName,
    specType: one.specType,
    unit: one.unit,
    num: one.num === '' ? '' : `-${one.num}`,
    taxExcludedPrice: one.price,
    taxRate: one.taxRate,
    taxExcludedAmount: minus(one.taxExcludedAmount),
    taxAmount: minus(one.tax),
  }));
}

/** Ends of forms that wait for the buyer first, or are void at once. */
const formEnds: Partial<Record<DemoFate, { status: string; waits: boolean; message?: string }>> = {
  confirmed: { status: '04', waits: true },
  denied: { status: '05', waits: true },
  lapsed: { status: '07', waits: true },
  unaccepted: { status: '16', waits: false, message: '蓝字发票已被对方用于抵扣，请先核对' },
  abnormal: { status: '10', waits: false },
  status: { status: '11', waits: false },
  rejected: { status: '12', waits: true },
  rebated: { status: '13', waits: false },
};

/** The state of a form in 诺诺's numbers, by its amount and age. */
export function stateOfForm(
  { at, gross, revokedAt }: DemoEntry,
  now: number,
): { status: string; message: string } {
  if (revokedAt !== null) return { status: '08', message: '' };
  if (now - at < demoDelay) return { status: '15', message: '' };
  const end = formEnds[demoFate(gross)] ?? { status: '01', waits: false };
  if (end.waits && now - at < demoAnswerAfter) return { status: '02', message: '' };
  return { status: end.status, message: end.message ?? '' };
}

/** A form's uuid is its serial: the demo's bureau has no numbers of its own. */
export async function tellForms(serial: string, now: number): Promise<object> {
  const found = serial === '' ? null : await findDemoEntry(serial);
  if (found === null || found.red === null) return done({ total: 0, list: [] });
  const { red } = found;
  const { status, message } = stateOfForm(found, now);
  const sumOf = (amounts: string[]) =>
    formatYuan(amounts.reduce((sum, one) => sum + (findYuan(one) ?? 0), 0));
  return done({
    total: 1,
    list: [
      {
        billId: red.billId,
        billUuid: red.billId,
        billNo: demoNumber(`form ${red.billId}`),
        billStatus: status,
        billMessage: message,
        applySource: 0,
        blueElecInvoiceNumber: red.blueElecInvoiceNumber,
        redReason: red.redReason,
        taxExcludedAmount: sumOf(red.detail.map((one) => one.taxExcludedAmount)),
        taxAmount: sumOf(red.detail.map((one) => one.taxAmount)),
        detail: red.detail,
      },
    ],
  });
}

/** Withdraws a form that waits for the buyer. */
export async function revoke(serial: string, now: number): Promise<object> {
  const found = serial === '' ? null : await findDemoEntry(serial);
  if (found?.red == null) return refused(nuonuoCodes.unknown, '没有这张确认单');
  if (stateOfForm(found, now).status !== '02') return refused('E9611', '确认单的状态不能撤销');
  await putDemoEntry(serial, { ...found, revokedAt: now });
  return done();
}
