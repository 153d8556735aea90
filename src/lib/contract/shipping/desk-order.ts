/** An order as a desk sees it, with its lines, lots and money. */
import { z } from 'zod';
import { refusalActKeys } from '../../rules/orders/refusal-state.ts';
import { flagOut, money, text } from '../fields.ts';
import { fileWire } from '../files.ts';
import { ownMoney } from '../prices.ts';

/** An order number as used in addresses. */
export const orderNo = text('订单号', { min: 1, max: 40 });

const deskOrderRow = z.object({
  no: z.string(),
  merchant: z.string(),
  company: z.string(),
  /** 收货人 and place, as on the label. */
  receiver: z.string(),
  place: z.string(),
  status_text: z.string(),
  /** ISO; empty where it is not paid. */
  paid_at: z.string(),
  /** 1: paid more than two days ago and not completely shipped. */
  is_late: flagOut,
  is_cold: flagOut,
  /** Lines and pieces to ship. */
  lines_left: z.number().int(),
  pieces_left: z.number().int(),
  /** Pieces of these with an unanswered refund request. */
  pieces_asked: z.number().int(),
  parcels: z.number().int(),
  /** 1: one of them is stuck, in trouble, or on its way back. */
  is_stuck: flagOut,
  /** 1: pieces of it cannot be shipped because of a locked lot or a stop of sale. */
  is_quality: flagOut,
  /** ISO: when the buyer last pressed 催单; empty where they did not, or all of it is sent. */
  hurried_at: z.string(),
  /** Who is waited for, for an order refused on delivery; empty otherwise. */
  refusal_text: z.string(),
});
export type DeskOrderRow = z.infer<typeof deskOrderRow>;

const deskLot = z.object({
  id: z.number().int(),
  lot_no: z.string(),
  expires_on: z.string(),
  /** Pieces available to this line. */
  free: z.number().int(),
});

const deskOrderLine = z.object({
  id: z.number().int(),
  name: z.string(),
  spec: z.string(),
  maker: z.string(),
  unit: z.string(),
  is_gift: flagOut,
  quantity: z.number().int(),
  shipped: z.number().int(),
  refunded: z.number().int(),
  left: z.number().int(),
  /** Pieces of these with a refund request. */
  asked: z.number().int(),
  /** Lots that it may be shipped from, the earliest to expire first. */
  lots: z.array(deskLot),
  /** Default lots for shipping: 批号 × pieces. */
  due: z.string(),
  /** Initial price of a piece, reductions of the line, its paid amount and refunds. */
  unit_price: ownMoney(money),
  discount: ownMoney(money),
  paid: ownMoney(money),
  repaid: ownMoney(money),
});
export type DeskOrderLine = z.infer<typeof deskOrderLine>;

/** What was paid for an order, by which ways, and what was refunded. */
const deskOrderMoney = z.object({
  goods: ownMoney(money),
  discount: ownMoney(money),
  freight: ownMoney(money),
  pay: ownMoney(money),
  refunded: ownMoney(money),
  /** Reductions, coupons and vouchers by their names. */
  reductions: z.array(z.object({ text: z.string(), amount: ownMoney(money) })),
  /**
   * Payments of its trade. Number, provider's serial and share of the trade are for the platform, because a trade has
   * orders of other merchants too; empty for a merchant.
   */
  payments: z.array(
    z.object({
      no: z.string(),
      way: z.string(),
      status_text: z.string(),
      serial: z.string(),
      share: z.string(),
      /** ISO; empty where it is not paid. */
      paid_at: z.string(),
    }),
  ),
  refunds: z.array(
    z.object({
      no: z.string(),
      amount: ownMoney(money),
      status_text: z.string(),
      reason: z.string(),
      created_at: z.string(),
    }),
  ),
});
export type DeskOrderMoney = z.infer<typeof deskOrderMoney>;

export const deskOrder = deskOrderRow.extend({
  /** Invoices that are not void, the newest first: number, or 开票中 and the like before they have one. */
  invoices: z.array(z.object({ id: z.number().int(), text: z.string() })),
  trade_no: z.string(),
  placed_at: z.string(),
  money: deskOrderMoney,
  /** Its events, the oldest first. */
  log: z.array(
    z.object({
      at: z.string(),
      who: z.string(),
      status_text: z.string(),
      text: z.string(),
      files: z.array(fileWire),
    }),
  ),
  /** After-sale cases, the newest first; requests for documents (发票, 药检报告 …) are cases too. */
  cases: z.array(
    z.object({ id: z.number().int(), kind_text: z.string(), reasons: z.string(), status_text: z.string() }),
  ),
  phone: z.string(),
  address: z.string(),
  remark: z.string(),
  /** 1: something of it may be shipped now, and the reader may do it. */
  may_ship: flagOut,
  /** 1: the role may refund what is not shipped. */
  may_refund: flagOut,
  /** The process of a parcel refused on delivery; null for other orders. */
  refusal: z
    .object({
      /** ISO: the merchant's deadline; empty once the platform decides. */
      due_at: z.string(),
      /** Messages of buyer and desks, the oldest first. */
      said: z.array(z.object({ text: z.string(), at: z.string(), files: z.array(fileWire) })),
      /** The reader's possible acts. */
      acts: z.array(z.enum(refusalActKeys)),
    })
    .nullable(),
  lines: z.array(deskOrderLine),
  /** Carriers to choose from, those last used by the merchant first; empty for a reader who may not ship. */
  carriers: z.array(z.string()),
  sent: z.array(
    z.object({
      id: z.number().int(),
      /** 1: the reader may correct carrier and number now. */
      may_correct: flagOut,
      carrier: z.string(),
      tracking_no: z.string(),
      shipped_at: z.string(),
      /** Its tracking state; empty where no provider tracks it. */
      state_text: z.string(),
      /** 1: it is stuck, in trouble, or on its way back. */
      is_stuck: flagOut,
      /** Its reported events, the oldest first. */
      events: z.array(z.object({ text: z.string(), at: z.string() })),
      lots: z.array(
        z.object({
          name: z.string(),
          unit: z.string(),
          lot_no: z.string(),
          produced_on: z.string(),
          expires_on: z.string(),
          quantity: z.number().int(),
          trace_codes: z.number().int(),
          id: z.number().int(),
          /** Missing 追溯码, and whether the buyer requested them. */
          codes_missing: z.number().int(),
          codes_asked: flagOut,
        }),
      ),
    }),
  ),
});
export type DeskOrder = z.infer<typeof deskOrder>;

export const orderNoInput = z.object({ no: orderNo });
export type OrderNoInput = z.infer<typeof orderNoInput>;
