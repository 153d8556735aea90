/** A paid order, or lines of it, refunded at a desk before shipping. */

import { z } from 'zod';
import { get, post } from '../call.ts';
import { flagOut, id, money, quantity, text, upTo } from '../fields.ts';
import { ownMoney } from '../prices.ts';

/** Lines of one order at most. */
const maxLines = 300;

const no = text('订单号', { min: 1, max: 40 });

/** Pieces by order line; none: all that is not shipped. */
const lines = upTo(maxLines, z.object({ line_id: id('明细'), pieces: quantity() }), {
  error: '请选择退款的商品',
  tooMany: `一次最多退${maxLines}种商品`,
});

export const refundPlanInput = z.object({ no, lines: lines.default([]) });
export type RefundPlanValues = z.output<typeof refundPlanInput>;

export const refundPlanWire = z.object({
  no: z.string(),
  /** Bought and unshipped items; gifts go with the lines that earned them. */
  lines: z.array(
    z.object({ id: z.number().int(), name: z.string(), unit: z.string(), left: z.number().int() }),
  ),
  /** For the requested pieces, including the refunded freight. */
  amount: ownMoney(money),
  /** 1: the order is cancelled, because nothing of it is left. */
  is_whole: flagOut,
  /** Why nothing can be given back here; empty where something can. */
  problem: z.string(),
  /** An act about it that waits for a second person, in words. */
  waits: z.string(),
});
export type RefundPlanWire = z.infer<typeof refundPlanWire>;

export const deskRefundInput = z.object({
  no,
  lines,
  /** The buyer reads it. */
  reason: text('退款原因', { min: 2, max: 100 }),
});
export type DeskRefundValues = z.output<typeof deskRefundInput>;

export const deskRefunded = z.object({
  /** 1: it waits for a second person. */
  waits: flagOut,
  amount: ownMoney(money),
});
export type DeskRefunded = z.infer<typeof deskRefunded>;

export const deskRefundCalls = {
  deskRefundPlan: get('/api/desk/orders/{no}/refund', {
    who: 'staff',
    may: 'refunds',
    input: refundPlanInput,
    output: refundPlanWire,
  }),
  deskRefund: post('/api/desk/orders/{no}/refund', {
    who: 'staff',
    may: 'refunds',
    sure: true,
    once: true,
    second: ['order_refund'],
    input: deskRefundInput,
    output: deskRefunded,
  }),
};
