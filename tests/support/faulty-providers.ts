/**
 * Both payment houses of a test file asked for the same faults in the same words, for tables over the two. What each alone
 * does wrong stands with its own tests.
 */
import type { BillLine } from '#lib/rules/orders/bill.ts';
import { openAlipay } from '#tests/counterparts/alipay.ts';
import { alipayBillOf, wechatBillOf } from '#tests/counterparts/bills.ts';
import { openWechat } from '#tests/counterparts/wechat-pay.ts';

/** What a house is asked for; standing: how a refund stands. */
export type Act = 'order' | 'query' | 'close' | 'refund' | 'standing' | 'bill';
/** How its line breaks, or what it says that is not so, signed as it should be. */
export type Fault = 'lost' | 'forged' | 'down' | 'cut' | Lie;
export type Lie = 'amount' | 'merchant' | 'number';
/** What is wrong about a notice of money that came. */
export type NoticeFault = 'amount' | 'merchant' | 'app' | 'key';
/** What is wrong about a notice of money that went back; payment: it is said of another payment's. */
export type RefundNoticeFault = 'amount' | 'paid' | 'merchant' | 'number' | 'payment' | 'key';

export interface FaultyProvider {
  way: string;
  env: Record<string, string>;
  /** The settings with another key of ours, which the house does not know. */
  wrongKey: Record<string, string>;
  trouble(act: Act, kind: Fault, times?: number): void;
  restore(): void;
  /** How often it was asked for something, about a number where one is told. */
  count(act: Act, no?: string): number;
  take(no: string): boolean;
  /** Tells of a payment; the answer's status. */
  sendNotice(no: string, changes?: NoticeFault): Promise<number>;
  given(no: string): number[];
  bill(lines: readonly BillLine[]): void;
  noBill(): void;
  /** The house's number of a payment, and what it took. */
  lineOf(no: string): BillLine;
  /** The next refund takes its time. */
  slow(): void;
  /** A refund that took its time is through now. */
  settle(refundNo: string): void;
  /** Tells of a refund; `other`: the payment that it is said of where that is what is wrong. The answer's status. */
  notifyRefund(refundNo: string, wrong?: RefundNoticeFault, other?: string): Promise<number>;
}

export type ProviderName = 'wechat' | 'alipay';

const wechatLies: Record<Lie, object> = {
  amount: { amount: { total: 1, refund: 1, currency: 'CNY' } },
  merchant: { mchid: '1900000009' },
  number: { out_trade_no: 'P0' },
};
const alipayLies: Record<Lie, object> = {
  amount: { total_amount: '0.01', refund_fee: '0.01', refund_amount: '0.01' },
  // Their answers name no merchant.
  merchant: {},
  number: { out_trade_no: 'P0' },
};
const wechatChanges: Record<NoticeFault, object> = {
  amount: { amount: { total: 1, currency: 'CNY' } },
  merchant: { mchid: '1900000009' },
  app: { appid: 'wx9999999999abcdef' },
  key: {},
};
const alipayChanges: Record<NoticeFault, Record<string, string>> = {
  amount: { total_amount: '0.01' },
  merchant: { seller_id: '2088000000000009' },
  app: { app_id: '2021000000000009' },
  key: {},
};
const wechatActs = {
  order: 'native',
  query: 'query',
  close: 'close',
  refund: 'refund',
  standing: 'query_refund',
  bill: 'bill',
} as const;
const alipayActs = { ...wechatActs, order: 'precreate', standing: 'refund.query' } as const;

const isLie = (kind: Fault): kind is Lie => kind in wechatLies;

/** Opens both; they close after the file's last test. */
export async function openFaultyProviders(): Promise<Record<ProviderName, FaultyProvider>> {
  const wechat = await openWechat();
  const alipay = await openAlipay();
  return {
    wechat: {
      way: 'wechat',
      env: wechat.env,
      wrongKey: { ...wechat.env, WECHAT_PAY_PRIVATE_KEY: wechat.otherKey },
      trouble: (act, kind, times) =>
        wechat.trouble(wechatActs[act], isLie(kind) ? { says: wechatLies[kind] } : kind, times),
      restore: wechat.restore,
      count: (act, no) => wechat.count(wechatActs[act], no),
      take: wechat.scan,
      async sendNotice(no, changes) {
        const signer = changes === 'key' ? { signer: wechat.otherKey } : {};
        return (await wechat.notifyPaid(no, changes && wechatChanges[changes], signer)).status;
      },
      given: wechat.given,
      bill(lines) {
        wechat.next.bill = wechatBillOf(lines);
      },
      noBill() {
        wechat.next.bill = null;
      },
      lineOf(no) {
        const { transactionId: providerNo, total: amount } = wechat.orders.get(no)!;
        return { kind: 'payment', no, providerNo, amount };
      },
      slow() {
        wechat.next.refund = 'PROCESSING';
      },
      settle(refundNo) {
        wechat.refunds.get(refundNo)!.status = 'SUCCESS';
      },
      async notifyRefund(refundNo, wrong, other = '') {
        const { refund, orderNo } = wechat.refunds.get(refundNo)!;
        const { total } = wechat.orders.get(orderNo)!;
        const changes: Partial<Record<RefundNoticeFault, object>> = {
          amount: { amount: { total, refund: refund - 1, payer_total: total, payer_refund: refund - 1 } },
          paid: { amount: { total: total + 1, refund, payer_total: total + 1, payer_refund: refund } },
          merchant: { mchid: '1900000009' },
          number: { out_refund_no: 'R0' },
          payment: { out_trade_no: other },
        };
        const sending = wrong === 'key' ? { signer: wechat.otherKey } : {};
        return (await wechat.notifyRefund(refundNo, wrong && changes[wrong], sending)).status;
      },
    },
    alipay: {
      way: 'alipay_qr',
      env: alipay.env,
      wrongKey: { ...alipay.env, ALIPAY_PRIVATE_KEY: alipay.otherKey },
      // Their SDK itself tries a line that breaks once more.
      trouble: (act, kind, times = 1) =>
        alipay.trouble(
          alipayActs[act],
          isLie(kind) ? { says: alipayLies[kind] } : kind,
          kind === 'cut' || kind === 'lost' ? 2 * times : times,
        ),
      restore: alipay.restore,
      count: (act, no = '') => alipay.count(alipayActs[act], no),
      take: alipay.take,
      async sendNotice(no, changes) {
        const signer = changes === 'key' ? { signer: alipay.otherKey } : {};
        return (await alipay.sendNotice(no, changes && alipayChanges[changes], signer)).status;
      },
      given: alipay.given,
      bill(lines) {
        alipay.next.bill = alipayBillOf(lines);
      },
      noBill() {
        alipay.next.bill = null;
      },
      lineOf(no) {
        const { tradeNo: providerNo, amount } = alipay.trades.get(no)!;
        return { kind: 'payment', no, providerNo, amount };
      },
      slow() {
        alipay.next.isSlow = true;
      },
      settle(refundNo) {
        alipay.refunds.get(refundNo)!.isThrough = true;
      },
      async notifyRefund(refundNo, wrong, other = '') {
        const changes: Partial<Record<RefundNoticeFault, Record<string, string>>> = {
          amount: { refund_fee: '0.01' },
          paid: { total_amount: '99999.99' },
          merchant: { seller_id: '2088000000000009' },
          number: { out_biz_no: 'R0' },
          payment: { out_trade_no: other },
        };
        const sending = wrong === 'key' ? { signer: alipay.otherKey } : {};
        return (await alipay.notifyRefund(refundNo, wrong && changes[wrong], sending)).status;
      },
    },
  };
}
