/** 微信支付's daily bills: the list of trades (交易账单), and the movements of the merchant's accounts (资金账单). */
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { findYuan } from '#lib/rules/money/money.ts';
import type { BillLine } from '#lib/rules/orders/bill.ts';
import { type BillSource, columnsOf, fenOf, lineOf, mostBytes, rowsOf } from './bills.ts';
import type { WechatKeys } from './wechat-keys.ts';
import { askWechat, downloadWechat } from './wechat-line.ts';

const wechatBill = z.object({
  hash_type: z.literal('SHA1'),
  hash_value: z.string(),
  download_url: z.url(),
});

/** Requests the address of a bill, downloads it, and checks its digest; null where there is none. */
async function fetchWechatBill(keys: WechatKeys, target: string): Promise<string | null> {
  const said = await askWechat(keys, { method: 'GET', target });
  if (!said.ok) {
    if (said.code === 'NO_STATEMENT_EXIST') return null;
    throw new Error(`${said.code} ${said.message}`);
  }
  const { hash_value, download_url } = wechatBill.parse(said.body);
  const packed = await downloadWechat(keys, download_url);
  const bytes = gunzipSync(packed, { maxOutputLength: mostBytes });
  // The digest covers the unpacked bytes.
  if (createHash('sha1').update(bytes).digest('hex') !== hash_value.toLowerCase())
    throw new Error(`${target} is not what 微信支付 digested`);
  return bytes.toString('utf8');
}

/** 微信支付's 交易账单 of all transactions. */
export function wechatBills(keys: WechatKeys): BillSource {
  return {
    source: 'wechat',
    providers: ['wechat', 'wechat_jsapi'],
    async bill(day) {
      const target = `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL&tar_type=GZIP`;
      const text = await fetchWechatBill(keys, target);
      return text === null ? null : readWechatBill(text);
    },
  };
}

/** Each value begins with a backtick; a header and a line of sums follow the lines. Throws where the sums differ. */
export function readWechatBill(text: string): BillLine[] {
  const rows = rowsOf(text).map((row) => row.map((value) => value.replace(/^`/, '').trim()));
  const [head = [], ...rest] = rows;
  const end = rest.findIndex((row) => row[0] === '总交易单数');
  const sums = rest[end + 1];
  if (end < 0 || sums === undefined) throw new Error('the bill has no sums');
  const of = columnsOf(head, ['微信订单号', '商户订单号', '交易状态', '订单金额', '微信退款单号']);
  const refundOf = columnsOf(head, ['商户退款单号', '申请退款金额', '退款状态', '手续费']);
  const body = rest.slice(0, end);
  const lines = body.flatMap((row): BillLine[] => {
    const fee = fenOf(refundOf(row, '手续费'));
    if (of(row, '交易状态') === 'SUCCESS') {
      const paid = lineOf('payment', of(row, '商户订单号'), of(row, '微信订单号'), of(row, '订单金额'));
      return fee === 0 ? [paid] : [paid, { ...paid, kind: 'fee', amount: fee }];
    }
    const isThrough = !['FAIL', 'FAILED', 'CLOSED', 'CHANGE'].includes(refundOf(row, '退款状态'));
    // A refund that they closed is sent again under the next number: `…_1`.
    const no = refundOf(row, '商户退款单号').replace(/_\d$/, '');
    if (!isThrough) return [];
    const gone = lineOf('refund', no, of(row, '微信退款单号'), refundOf(row, '申请退款金额'));
    return fee === 0 ? [gone] : [gone, { ...gone, kind: 'fee_back', amount: fee }];
  });
  if (body.length !== Number(sums[0])) throw new Error(`the bill has ${body.length} lines, not ${sums[0]}`);
  return lines;
}

/** Each account has a bill of its own, and none for a day without movements. */
const accounts = ['BASIC', 'OPERATION', 'FEES'] as const;

/** 微信支付's 资金账单 of every account, compared with the list of trades. */
export function wechatAccountBills(keys: WechatKeys): BillSource {
  return {
    source: 'wechat_account',
    providers: [],
    accountOf: 'wechat',
    async bill(day) {
      const found: BillLine[][] = [];
      for (const account of accounts) {
        const target = `/v3/bill/fundflowbill?bill_date=${day}&account_type=${account}&tar_type=GZIP`;
        const text = await fetchWechatBill(keys, target);
        if (text !== null) found.push(readWechatAccount(text));
      }
      return found.length === 0 ? null : found.flat();
    },
  };
}

/**
 * Movements for trades, refunds and fees; what the merchant does with the money (提现, 充值) belongs to no trade. A refund
 * takes its amount less the returned fee: 备注 has both. Throws where the sums differ.
 */
export function readWechatAccount(text: string): BillLine[] {
  const rows = rowsOf(text).map((row) => row.map((value) => value.replace(/^`/, '').trim()));
  const [head = [], ...rest] = rows;
  const end = rest.findIndex((row) => row[0] === '资金流水总笔数');
  const sums = rest[end + 1];
  if (end < 0 || sums === undefined) throw new Error('the bill of the account has no sums');
  const of = columnsOf(head, [
    '微信支付业务单号',
    '资金流水单号',
    '业务类型',
    '收支类型',
    '收支金额(元)',
    '备注',
  ]);
  const body = rest.slice(0, end).map((row) => ({
    type: of(row, '业务类型'),
    isIncome: of(row, '收支类型') === '收入',
    remark: of(row, '备注'),
    line: lineOf('payment', of(row, '微信支付业务单号'), of(row, '资金流水单号'), of(row, '收支金额(元)')),
  }));
  const [incomes, costs] = [true, false].map((isIncome) => body.filter((one) => one.isIncome === isIncome));
  const sumOf = (some: typeof body = []) => some.reduce((sum, { line }) => sum + line.amount, 0);
  const counted = [body.length, incomes?.length, sumOf(incomes), costs?.length, sumOf(costs)];
  const said = sums.map((value, at) => (at === 2 || at === 4 ? findYuan(value) : Number(value)));
  if (counted.some((value, at) => value !== said[at]))
    throw new Error(`the bill of the account sums to ${counted.join(' ')}, not ${said.join(' ')}`);
  return body.flatMap(({ type, isIncome, remark, line }): BillLine[] => {
    if (type === '交易' && isIncome) return [line];
    if (type === '扣除交易手续费') return [{ ...line, kind: 'fee' }];
    if (type !== '退款' || isIncome) return [];
    const back = feeInRemark(remark);
    const gone: BillLine = { ...line, kind: 'refund', amount: line.amount + back };
    return back === 0 ? [gone] : [gone, { ...line, kind: 'fee_back', amount: back }];
  });
}

/** 退款总金额1.00元;含手续费0.01元 */
function feeInRemark(remark: string): number {
  const [, yuan] = /含手续费(\d{1,12}(?:\.\d{1,2})?)元/.exec(remark) ?? [];
  return yuan === undefined ? 0 : (findYuan(yuan) ?? 0);
}
