/** 支付宝 by its official SDK (rules 5): the cashier's page (电脑网站支付) and a code that a phone scans (当面付). */
import { z } from 'zod';
import { AppError, statusOf } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { findYuan, formatYuan } from '#lib/rules/money/money.ts';
import { siteAddress } from '../../core/process/site-address.ts';
import type { AlipayKeys } from './alipay-keys.ts';
import { askAlipay, momentOf, openAlipay, pageAddress, type Said } from './alipay-line.ts';
import type { Asked, Charge, Counter, RefundAnswer, RemoteProvider, Reported, Standing } from './port.ts';

/** How long it can be paid, ms; a trade never waits longer. */
const alipayTtl = 30 * 60_000;
/** A minute of grace: a payment made in time may be booked a moment later. */
const grace = 60_000;

/** Result of a query. TRADE_CLOSED: not paid in time, closed, or refunded completely. */
const tradeAnswer = z.object({
  outTradeNo: z.string(),
  tradeNo: z.string(),
  tradeStatus: z.enum(['WAIT_BUYER_PAY', 'TRADE_SUCCESS', 'TRADE_FINISHED', 'TRADE_CLOSED']),
  totalAmount: z.coerce.string(),
});

const codeAnswer = z.object({ qrCode: z.string().min(1) });
/** `refundFee`: total refunded of the trade, this refund included. */
const refundSaid = z.object({ fundChange: z.string().optional(), refundFee: z.coerce.string().optional() });
/** `refundStatus` is missing for a refund that they do not know. */
const refundStanding = z.object({
  refundStatus: z.string().optional(),
  refundAmount: z.coerce.string().optional(),
});

/**
 * The fields of a notify that we read. `out_biz_no`: our number of the refund; `refund_fee`: total refunded of the
 * trade, this refund included.
 */
const noticeFields = z.object({
  app_id: z.string(),
  seller_id: z.string(),
  out_trade_no: z.string().min(1),
  trade_no: z.string().min(1),
  trade_status: z.string(),
  total_amount: z.string(),
  out_biz_no: z.string().default(''),
  refund_fee: z.string().optional(),
});

const paidStates: ReadonlySet<string> = new Set(['TRADE_SUCCESS', 'TRADE_FINISHED']);

/** 电脑网站支付: the browser goes to their cashier. */
export function alipayPage(keys: AlipayKeys): RemoteProvider {
  return {
    ...common(keys),
    key: 'alipay',
    name: '支付宝',
    describe: '前往支付宝收银台付款，付款后返回本站',
    start: async (charge) => ({
      redirect: await pageAddress(keys, 'alipay.trade.page.pay', {
        content: { ...orderOf(charge), productCode: 'FAST_INSTANT_TRADE_PAY' },
        notifyUrl: notifyUrlOf('alipay'),
        returnUrl: `${siteAddress()}${charge.returnTo ?? path('/cart/step4', undefined, { pay_no: charge.payNo })}`,
      }),
    }),
  };
}

/** 当面付: a code that a phone scans. */
export function alipayCode(keys: AlipayKeys): RemoteProvider {
  return {
    ...common(keys),
    key: 'alipay_qr',
    name: '支付宝扫码',
    describe: '支付宝扫码支付，到账后本页自动更新',
    async start(charge): Promise<Counter> {
      const said = await askAlipay(keys, 'alipay.trade.precreate', {
        content: { ...orderOf(charge), productCode: 'FACE_TO_FACE_PAYMENT' },
        notifyUrl: notifyUrlOf('alipay_qr'),
      });
      const { qrCode } = codeAnswer.parse(bodyOf(said));
      return { qr: qrCode, until: new Date(charge.now.getTime() + alipayTtl) };
    },
  };
}

function notifyUrlOf(key: string): string {
  return `${siteAddress()}/api/pay/notify/${key}`;
}

function orderOf({ payNo, amount, subject, now }: Charge): Record<string, string> {
  return {
    outTradeNo: payNo,
    totalAmount: formatYuan(amount),
    subject,
    timeExpire: momentOf(new Date(now.getTime() + alipayTtl)),
  };
}

/** Shared by both ways: the state of a payment at their side does not depend on how it began. */
function common(keys: AlipayKeys): Omit<RemoteProvider, 'start' | 'key' | 'name' | 'describe'> {
  async function standing({ payNo, since, now }: Asked): Promise<Standing> {
    const said = await askAlipay(keys, 'alipay.trade.query', { content: { outTradeNo: payNo } });
    const isLate = now.getTime() - since.getTime() > alipayTtl + grace;
    // Before the buyer logs in at the cashier or scans the code, they know of no trade, and there may still be one.
    if (!said.ok && said.code === 'ACQ.TRADE_NOT_EXIST') return { notices: [], isOver: isLate };
    const found = tradeAnswer.parse(bodyOf(said));
    if (found.outTradeNo !== payNo) throw new Error(`asked about ${payNo}, answered of ${found.outTradeNo}`);
    if (!paidStates.has(found.tradeStatus))
      return { notices: [], isOver: found.tradeStatus === 'TRADE_CLOSED' || isLate };
    const amount = findYuan(found.totalAmount);
    if (amount === null) throw new Error(`${payNo} has the amount ${found.totalAmount}`);
    const { tradeNo: providerNo } = found;
    return { notices: [{ payNo, providerNo, amount, outcome: 'paid', reason: '' }], isOver: true };
  }

  return {
    kind: 'remote',
    query: standing,

    async close(asked) {
      const said = await askAlipay(keys, 'alipay.trade.close', { content: { outTradeNo: asked.payNo } });
      // A payment that cannot be closed is paid, closed before, or not there yet: the query tells.
      return said.ok ? { notices: [], isOver: true } : standing(asked);
    },

    async refund({ refundNo, providerNo, amount, reason }): Promise<RefundAnswer> {
      const said = await askAlipay(keys, 'alipay.trade.refund', {
        content: {
          tradeNo: providerNo,
          refundAmount: formatYuan(amount),
          outRequestNo: refundNo,
          refundReason: reason.slice(0, 120),
        },
      });
      if (!said.ok) return { state: 'failed', reason: `${said.code} ${said.message}` };
      const { fundChange, refundFee } = refundSaid.parse(said.body);
      if (refundFee !== undefined && (findYuan(refundFee) ?? 0) < amount)
        throw new Error(`${refundNo} is of another amount`);
      // N: this request moved nothing; it was done before, or is in progress.
      return fundChange === 'Y' ? { state: 'done' } : { state: 'open' };
    },

    async queryRefund({ refundNo, providerNo, amount }): Promise<RefundAnswer | null> {
      const said = await askAlipay(keys, 'alipay.trade.fastpay.refund.query', {
        content: { tradeNo: providerNo, outRequestNo: refundNo },
      });
      if (!said.ok && said.code === 'ACQ.TRADE_NOT_EXIST') return null;
      const { refundStatus, refundAmount } = refundStanding.parse(bodyOf(said));
      if (refundStatus === undefined) return null;
      if (refundAmount !== undefined && findYuan(refundAmount) !== amount)
        throw new Error(`${refundNo} is of another amount`);
      return refundStatus === 'REFUND_SUCCESS' ? { state: 'done' } : { state: 'open' };
    },

    async notify(raw): Promise<Reported> {
      const given = Object.fromEntries(new URLSearchParams(Buffer.from(raw).toString()));
      const sdk = await openAlipay(keys);
      if (given.sign_type !== 'RSA2' || !sdk.checkNotifySignV2(given))
        throw new AppError(403, '通知签名不正确');
      const parsed = noticeFields.safeParse(given);
      if (!parsed.success) throw new AppError(422, '通知内容不完整');
      const said = parsed.data;
      if (said.app_id !== keys.appId || said.seller_id !== keys.sellerId)
        throw new AppError(403, '通知的商户不正确');
      const amount = findYuan(said.total_amount);
      if (amount === null) throw new AppError(422, '通知内容不完整');
      const { out_trade_no: payNo, trade_no: providerNo, out_biz_no: refundNo, refund_fee } = said;
      const isPaid = paidStates.has(said.trade_status);
      const isRefund = refund_fee !== undefined && refundNo !== '';
      const back = isRefund ? findYuan(refund_fee) : 0;
      if (back === null) throw new AppError(422, '通知内容不完整');
      return {
        notices: isPaid ? [{ payNo, providerNo, amount, outcome: 'paid', reason: '' }] : [],
        refunds: isRefund ? [{ refundNo, payNo, paid: amount, back, isSum: true }] : [],
      };
    },

    acknowledge: (refusal) => ({
      status: refusal === null ? 200 : statusOf(refusal.code),
      contentType: 'text/plain; charset=utf-8',
      body: refusal === null ? 'success' : 'fail',
    }),
  };
}

/** The body of their response; throws where they refuse. */
function bodyOf(said: Said): Record<string, unknown> {
  if (!said.ok) throw new Error(`${said.code} ${said.message}`);
  return said.body;
}
