/** Paying trades (rules 5). */

import { z } from 'zod';
import { password } from '../accounts/password-schema.ts';
import { get, notice, post } from '../call.ts';
import { reads } from '../decode.ts';
import { drawnQr, emptyInput, flag, money, text, upTo, yuan } from '../fields.ts';
import { fileWire } from '../files.ts';
import { openMoney, ownMoney } from '../prices.ts';
import { upload } from '../uploads.ts';
import { payLinkCalls } from './links.ts';

const tradeNo = text('交易编号', { min: 1, max: 100 });

/** At most as many as a company may have unpaid, with some air. */
const tradeNos = reads(
  upTo(50, tradeNo, { min: 1, error: '请选择要支付的订单', tooMany: '一次最多支付50笔交易' }),
  (value) => (typeof value === 'string' ? value.split(',').filter((part) => part.trim() !== '') : value),
);

/** Six digits as typed; their quality is checked where they are set. */
function sixDigits(label: string) {
  const error = `${label}须为6位数字`;
  return z
    .string({ error })
    .trim()
    .regex(/^[0-9]{6}$/, { error });
}

export const payInput = z.object({
  trade_no: tradeNos,
  provider: z.string({ error: '请选择支付方式' }).min(1, { error: '请选择支付方式' }).max(20),
  /** The part from the balance, next to a remote provider for the rest. */
  balance_amount: yuan('余额支付金额').optional(),
  /** The payer's, where money leaves the balance and they have one (rules 5). */
  pay_password: sixDigits('支付密码').optional(),
});
export type PayValues = z.infer<typeof payInput>;

/** The buyer's intended payment: the confirm page passes it to the pay page in the address. Left out: not chosen. */
export const payChoice = z.object({
  provider: text('支付方式', { max: 20 }).optional(),
  /** 1: as much from the balance as it has, and the rest by the provider. */
  with_balance: flag('搭配余额').optional(),
});
export type PayChoice = z.infer<typeof payChoice>;

export const payNoInput = z.object({ no: text('支付单号', { min: 1, max: 100 }) });

export const voucherInput = payNoInput.extend({ file: upload('请选择转账凭证的图片或PDF') });
export type VoucherValues = z.output<typeof voucherInput>;

/** A payment by bank transfer: account, reference, and state at the desk. */
export const payTransfer = z.object({
  /** Empty texts where the account has been removed from the settings. */
  account: z.object({ holder: z.string(), no: z.string(), bank: z.string(), code: z.string() }),
  /** The text that the buyer writes on the transfer. */
  reference: z.string(),
  state: z.enum(['waiting', 'submitted', 'refused', 'short', 'settled']),
  state_text: z.string(),
  /** Why the desk sent the voucher back, or what it waits for; empty otherwise. */
  reason: z.string(),
  file: fileWire.nullable(),
  /** The amount received so far, while it is too low. */
  received: ownMoney(money),
  lacks: ownMoney(money),
  /** ISO moment until which a voucher has to be there; empty where nothing runs out. */
  until: z.string(),
  /** 1: a voucher can be handed in, or another one. */
  may_upload: z.number(),
});
export type PayTransfer = z.infer<typeof payTransfer>;

export const payMethodsInput = z.object({ trade_no: tradeNos.optional() });

/** Besides it the provider's own format; its module parses the bytes. */
export const notifyInput = z.object({ provider: z.string() });

const status = z.enum(['pending', 'paid', 'failed', 'closed', 'refunded']);

/** `redirect`: where the browser goes to pay; left out when it is settled already, or paid by scanning. */
export const payOutput = z.object({ pay_no: z.string(), status, redirect: z.string().optional() });
export type PayOutput = z.infer<typeof payOutput>;

export const payStatus = z.object({
  pay_no: z.string(),
  status,
  status_text: z.string(),
  provider: z.string(),
  provider_text: z.string(),
  amount: ownMoney(money),
  /** The ways it is paid by: one, or the balance and a remote one. They sum to the amount. */
  parts: z.array(z.object({ provider_text: z.string(), amount: ownMoney(money) })),
  /** Why it failed or was given back; empty otherwise. */
  reason: z.string(),
  /** Its QR code; null where there is none, or it has expired. */
  qr: drawnQr.nullable(),
  /** ISO moment until which it can be scanned; empty where there is nothing. */
  qr_until: z.string(),
  /** The server's clock, ISO 8601. */
  asked_at: z.string(),
  /** Null where it is not paid by bank transfer. */
  transfer: payTransfer.nullable(),
  trades: z.array(
    z.object({
      trade_no: z.string(),
      amount: ownMoney(money),
      /** The trade's own state: an unpaid one can be paid again. */
      status: z.enum(['unpaid', 'paid', 'cancelled']),
      orders: z.array(
        z.object({
          no: z.string(),
          status: z.number(),
          status_text: z.string(),
          merchant: z.string(),
          pay_amount: ownMoney(money),
          /** Until when it is to be shipped; empty where it is not paid. */
          ship_by: z.string(),
        }),
      ),
    }),
  ),
});
export type PayStatus = z.infer<typeof payStatus>;

export const payMethod = z.object({
  provider: z.string(),
  name: z.string(),
  describe: z.string(),
  is_enabled: z.number(),
  /** Why it cannot be used now; empty when it can. */
  reason: z.string(),
  /** For the balance, for members who may see the wallet. */
  balance: ownMoney(money).optional(),
  /** For the balance: 1 where the caller has a payment password, which a payment then requires. */
  has_password: z.number().optional(),
  /** For the balance: above this rest of the daily limit, a password has to be set first. */
  password_above: openMoney(money).optional(),
});
export type PayMethod = z.infer<typeof payMethod>;

export const setPayPasswordInput = z.object({
  /** The login password. */
  password: password('登录密码'),
  pay_password: sixDigits('支付密码'),
});
export type SetPayPasswordInput = z.infer<typeof setPayPasswordInput>;

/** The asker's payment password, never itself. */
export const payPasswordWire = z.object({
  is_set: z.number(),
  /** ISO moment; empty where there is none. */
  set_at: z.string(),
  /** ISO moment until which none is looked at; empty where it is not locked. */
  locked_until: z.string(),
  password_above: openMoney(money),
});
export type PayPasswordWire = z.infer<typeof payPasswordWire>;

/** A trade on the pay pages. */
export const tradeWire = z.object({
  trade_no: z.string(),
  status: z.enum(['unpaid', 'paid', 'cancelled']),
  status_text: z.string(),
  /** 1: it can be paid now. */
  can_pay: z.number(),
  pay_amount: ownMoney(money),
  deadline_at: z.string(),
  created_at: z.string(),
  receiver: z.string(),
  orders: z.array(
    z.object({
      no: z.string(),
      merchant: z.string(),
      status_text: z.string(),
      pay_amount: ownMoney(money),
      /** Orders of one trade may have different times: 15 minutes with a flash price in them. */
      deadline_at: z.string(),
      number: z.number(),
      /** Total pieces by unit: 1200盒、50瓶. */
      pieces: z.string(),
      goods: z.string(),
    }),
  ),
});
export type TradeWire = z.infer<typeof tradeWire>;

export const paymentsCalls = {
  ...payLinkCalls,
  payMethods: get('/api/pay/methods', {
    who: 'buyer',
    may: 'pay',
    input: payMethodsInput,
    output: z.array(payMethod),
  }),
  pay: post('/api/pay', { who: 'buyer', may: 'pay', input: payInput, output: payOutput }),
  payment: get('/api/pay/{no}', { who: 'buyer', input: payNoInput, output: payStatus }),
  voucher: post('/api/pay/{no}/voucher', {
    who: 'buyer',
    may: 'pay',
    cost: 'upload',
    input: voucherInput,
    output: payStatus,
  }),
  payPassword: get('/api/user/pay-password', {
    who: 'buyer',
    may: 'pay',
    input: emptyInput,
    output: payPasswordWire,
  }),
  setPayPassword: post('/api/user/pay-password', {
    who: 'buyer',
    may: 'pay',
    input: setPayPasswordInput,
    output: payPasswordWire,
  }),
  payNotify: notice('/api/pay/notify/{provider}', { who: 'all', input: notifyInput, output: z.null() }),
};
