/**
 * The demo's counterpart of 诺诺: checks the signature as it does, keeps its books in the file store, and answers by the
 * amount (demo-words.ts). A serial is taken once; what becomes of it follows from its amount and the clock.
 */
import { z } from 'zod';
import { findYuan } from '#lib/rules/money/money.ts';
import { dayKey, secondKey } from '#lib/rules/terms/activity-time.ts';
import { currentTime } from '../../core/process/clock.ts';
import { log } from '../../core/process/log.ts';
import { ownAddress } from '../../core/process/site-address.ts';
import { demoInvoiceKeys, demoToken } from './demo.ts';
import {
  blueOrder,
  demoNumber,
  done,
  findDemoEntry,
  nobody,
  putDemoEntry,
  redOrder,
  refused,
} from './demo-books.ts';
import { revoke, stateOfForm, takeRed, tellForms } from './demo-forms.ts';
import {
  type DemoFate,
  demoDelay,
  demoFate,
  demoLateDelay,
  demoScanAfter,
  demoSessionFor,
} from './demo-words.ts';
import { nuonuoCodes } from './nuonuo-line.ts';
import { isNuonuoSigned } from './nuonuo-sign.ts';

/** A form by its serial or its uuid, which are one here. */
const named = z
  .object({ billId: z.string().default(''), billUuid: z.string().default('') })
  .transform(({ billId, billUuid }) => billUuid || billId);

/** The answer is lost on the way although the work was done. */
export class LostAnswer extends Error {
  override name = 'LostAnswer';
}

/** What a request carries outside of its body. */
export interface DemoRequest {
  query: URLSearchParams;
  headers: Headers;
  body: string;
}

/** Answers a request. Throws `LostAnswer` where the line breaks. */
export async function answerDemo({ query, headers, body }: DemoRequest): Promise<object> {
  const keys = demoInvoiceKeys();
  const of = (name: string) => query.get(name) ?? '';
  const signed = {
    key: of('appkey'),
    senid: of('senid'),
    nonce: of('nonce'),
    timestamp: of('timestamp'),
    body,
  };
  if (!isNuonuoSigned(keys.secret, signed, headers.get('x-nuonuo-sign') ?? ''))
    return refused('070601', '签名不匹配');
  const taxNo = headers.get('usertax') ?? '';
  if (headers.get('accesstoken') !== demoToken(taxNo))
    return refused(nuonuoCodes.wrongToken, '访问令牌不匹配');
  const values: unknown = JSON.parse(body);
  const now = currentTime().getTime();
  switch ((headers.get('method') ?? '').replace('nuonuo.OpeMplatform.', '')) {
    case 'requestBillingNew':
      return takeBlue(z.object({ order: blueOrder }).parse(values).order, now);
    case 'queryInvoiceResult':
      return tellInvoice(
        z.object({ orderNos: z.array(z.string()).length(1) }).parse(values).orderNos[0] ?? '',
        now,
      );
    case 'reInvoice':
      return seal(z.object({ orderno: z.string() }).parse(values).orderno, now);
    case 'getCertificationStatus':
      return done({ certificationStatus: (await isLoggedIn(taxNo, now)) ? '1' : '0' });
    case 'getQrCode':
      return tellCode(taxNo, z.object({ queryType: z.string() }).parse(values).queryType, now);
    case 'getCreditLine':
      return done({
        totalCreditLine: '7500000.00',
        usedCreditLine: '1250000.00',
        availableCreditLine: '6250000.00',
      });
    case 'saveInvoiceRedConfirm':
      return takeRed(redOrder.parse(values), now);
    case 'queryInvoiceRedConfirm':
      return tellForms(named.parse(values), now);
    case 'confirmInfoCancel':
      return revoke(named.parse(values), now);
    case 'verifyComplete':
    case 'refreshInvoiceRedConfirm':
    case 'confirm':
      return done();
    default:
      return refused('E9998', '接口不存在');
  }
}

async function takeBlue(order: z.infer<typeof blueOrder>, now: number): Promise<object> {
  if ((await findDemoEntry(order.orderNo)) !== null)
    return refused(nuonuoCodes.duplicate, '订单编号不能重复');
  const gross = order.invoiceDetail.reduce((sum, one) => sum + (findYuan(one.taxIncludedAmount) ?? 0), 0);
  const fate = demoFate(gross);
  if (fate === 'refused') return refused('E9102', '税收分类编码不在税务局的编码表里');
  const isOut = fate === 'session' && (await endSession(order.salerTaxNum, now));
  await putDemoEntry(order.orderNo, {
    ...nobody,
    at: now,
    gross,
    revokedAt: isOut ? now : null,
    blue: order,
  });
  // A red form names its invoice by the number.
  await putDemoEntry(demoNumber(order.orderNo), { ...nobody, at: now, gross, blue: order });
  if (fate !== 'silent') tellShop(order, fate);
  if (fate === 'lost') throw new LostAnswer(`the answer about ${order.orderNo} got lost`);
  return done({ invoiceSerialNum: demoNumber(order.orderNo) });
}

/** Calls the shop once the invoice is there; a restart loses the call, and the shop asks by itself. */
function tellShop({ callBackUrl, orderNo }: z.infer<typeof blueOrder>, fate: DemoFate): void {
  const body = new URLSearchParams({ operater: 'callback', orderno: orderNo, content: '{"c_status":"1"}' });
  const call = () =>
    fetch(callBackUrl, { method: 'POST', body, signal: AbortSignal.timeout(10_000) }).catch(
      (error: unknown) =>
        log().warn({ err: error, serial: orderNo }, 'the shop did not take the notice of an invoice'),
    );
  const after = (fate === 'late' ? demoLateDelay : demoDelay) + 200;
  setTimeout(call, after).unref();
  if (fate === 'twice') setTimeout(call, after + 300).unref();
}

async function tellInvoice(serial: string, now: number): Promise<object> {
  const found = await findDemoEntry(serial);
  if (found === null) return refused(nuonuoCodes.unknown, '没有这张发票');
  const fate = found.blue === null ? 'plain' : demoFate(found.gross);
  const isDone = now - found.at >= (fate === 'late' ? demoLateDelay : demoDelay);
  const number = demoNumber(serial);
  const told = { orderNo: serial, serialNo: number, status: '20', statusMsg: '开票中' };
  const failed = (failCause: string) => done([{ ...told, status: '22', statusMsg: '开票失败', failCause }]);
  if (!isDone) return done([told]);
  if (found.red !== null && stateOfForm(found, now).status === '02')
    return refused(nuonuoCodes.unknown, '没有这张发票');
  if (fate === 'quota') return failed('剩余授信额度不足');
  if (fate === 'session' && found.revokedAt !== null)
    return failed('开票员未登录电子税务局，请扫码登录后重试');
  if (fate === 'void')
    return done([{ ...told, status: '3', statusMsg: '已作废', failCause: '税务局已作废' }]);
  if (fate === 'unsealed' && found.sealedAt === null)
    return done([{ ...told, status: '24', statusMsg: '签章失败', failCause: '版式文件生成失败' }]);
  const file = (kind: string) =>
    `${ownAddress()}/sandbox/invoices/file?${new URLSearchParams({ serial, kind })}`;
  return done([
    {
      ...told,
      status: '2',
      statusMsg: '开票完成',
      allElectronicInvoiceNumber: number,
      invoiceTime: String(found.at),
      pdfUrl: file('pdf'),
      ofdUrl: file('ofd'),
      xmlUrl: file('xml'),
    },
  ]);
}

async function seal(serial: string, now: number): Promise<object> {
  const found = await findDemoEntry(serial);
  if (found === null) return refused(nuonuoCodes.unknown, '没有这张发票');
  await putDemoEntry(serial, { ...found, sealedAt: now });
  return done();
}

const sessionOf = (taxNo: string) => `session ${taxNo}`;

/** Whether the drawer is logged in: until an invoice ends the session, and again some seconds after a code was asked for. */
async function isLoggedIn(taxNo: string, now: number): Promise<boolean> {
  const found = await findDemoEntry(sessionOf(taxNo));
  if (found === null) return true;
  return found.revokedAt === null && now >= found.at + demoScanAfter && now < found.at + demoSessionFor;
}

/** Ends the session unless somebody scanned; answers whether it was ended. */
async function endSession(taxNo: string, now: number): Promise<boolean> {
  const found = await findDemoEntry(sessionOf(taxNo));
  if (found !== null && (await isLoggedIn(taxNo, now))) return false;
  await putDemoEntry(sessionOf(taxNo), { ...nobody, at: now, revokedAt: now });
  return true;
}

/** A fresh code (0, 2) is one that the demo's drawer scans after some seconds. */
async function tellCode(taxNo: string, queryType: string, now: number): Promise<object> {
  if (queryType === '0' || queryType === '2') {
    await putDemoEntry(sessionOf(taxNo), { ...nobody, at: now });
    return done();
  }
  return done({
    qrCode: `演示二维码 ${dayKey(now)} ${taxNo}：${demoScanAfter / 1000}秒后视为已扫码`,
    endTime: secondKey(now + 60_000),
  });
}
