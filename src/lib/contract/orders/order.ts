/** Orders as their company sees them: lines, the list, and one with its parcels and payments. */
import { z } from 'zod';
import { orderInvoiceStates } from '#lib/rules/invoices/order-invoice.ts';
import { priceSegments } from '../cart/calls.ts';
import { flagOut, money } from '../fields.ts';
import { fileWire } from '../files.ts';
import { ownMoney, priced } from '../prices.ts';
import { caseTag, shipmentWire } from './shipment.ts';

const moment = z.string();

export const namedWire = z.object({ id: z.number(), name: z.string() });

const traceStep = z.object({ rule: z.string(), amount: money, reason: z.string() });

export const orderLineWire = z.object({
  id: z.number(),
  goods_id: z.number(),
  /** 0 normal, 1 flash, 2 group-buy, 3 part of a combination, 4 add-on, 5 gift. */
  type: z.number(),
  name: z.string(),
  sccj: z.string(),
  ypgg: z.string(),
  bzdw: z.string(),
  image: z.string(),
  number: z.number(),
  /** For the first piece. Prices and amounts of a line are left out for a company that may see no prices. */
  price: priced(money).optional(),
  price_segments: priceSegments,
  /** Before discounts. */
  amount: priced(money).optional(),
  discount_amount: priced(money).optional(),
  pay_amount: priced(money).optional(),
  shipped_number: z.number(),
  refunded_number: z.number(),
  price_trace: priced(z.array(traceStep)).optional(),
});
export type OrderLineWire = z.infer<typeof orderLineWire>;

export const orderWire = z.object({
  no: z.string(),
  trade_no: z.string(),
  status: z.number(),
  status_text: z.string(),
  merchant_id: z.number(),
  merchant: z.string(),
  /** The store that it is an order of, where its head office reads it; null for the company's own. */
  store: z.object({ id: z.number(), name: z.string() }).nullable(),
  ck_id: z.number(),
  is_cold_chain: z.number(),
  number: z.number(),
  /** Left out with the prices of its lines, like the discount. */
  goods_amount: priced(money).optional(),
  discount_amount: priced(money).optional(),
  shipping_amount: ownMoney(money),
  pay_amount: ownMoney(money),
  refunded_amount: ownMoney(money),
  created_at: moment,
  /** Deadline to pay, while it runs. */
  deadline_at: moment.nullable(),
  /** Deadline of the company's approval, while it waits for that. */
  approve_by: moment.nullable(),
  /** When it completes automatically. */
  receive_by: moment.nullable(),
  /**
   * Until when the merchant takes a refused parcel back; null for an order that is not refused, or is with the
   * platform.
   */
  take_back_by: moment.nullable(),
  /** 1: it waits for its receipt, and the carriers say that all its parcels were handed over. */
  is_arrived: flagOut,
  lines: z.array(orderLineWire),
  /** Verbs of rules/order-state that this member may use now, in the order of the buttons. */
  actions: z.array(z.string()),
  /** Its after-sale cases, the newest first; empty where they are not loaded. */
  cases: z.array(caseTag),
  /**
   * The state of its invoices; none before anything can be invoiced, and where it is not loaded. `id`: the only one, 0 for
   * none or several.
   */
  invoice: z.object({ state: z.enum(orderInvoiceStates), text: z.string(), id: z.number().int() }),
  /** Other unpaid orders of its trade that were priced together with it, and are cancelled with it. */
  cancels: z.array(z.string()),
  /** The same orders, with merchant and amount. */
  cancels_with: z.array(z.object({ no: z.string(), merchant: z.string(), pay_amount: ownMoney(money) })),
  /** What a payment of its trade pays now: everything payable, 0 orders where nothing is. */
  trade: z.object({
    /** How many orders were placed at once, whatever became of them. */
    placed: z.number(),
    orders: z.number(),
    merchants: z.number(),
    pay_amount: ownMoney(money),
    /** 1: a link for payment by somebody else can be created. */
    may_link: z.number(),
  }),
});
export type OrderWire = z.infer<typeof orderWire>;

/** `counts` is the number of orders per effective status that the search finds in any status. `now` is the server's clock. */
export const orderList = z.object({
  list: z.array(orderWire),
  total: z.number().int(),
  page: z.number(),
  size: z.number(),
  counts: z.record(z.string(), z.number()),
  /** What the list can be narrowed to: the merchants bought from, and at a head office its stores. */
  merchants: z.array(namedWire),
  stores: z.array(namedWire),
  /** At a head office: its stores with trades waiting for approval; without the right to approve, only one's own. */
  store_waits: z.array(z.object({ name: z.string(), trades: z.number().int() })),
  may_approve: z.number(),
  now: moment,
});
export type OrderList = z.infer<typeof orderList>;

export const orderDetail = orderWire.extend({
  remark: z.string(),
  cancel_reason: z.string(),
  /** Remaining promises after refunds. */
  rebate_amount: ownMoney(money),
  cashback_amount: ownMoney(money),
  address: z.object({
    receiver: z.string(),
    phone: z.string(),
    province: z.string(),
    city: z.string(),
    district: z.string(),
    detail: z.string(),
    /** 1: outside the district of the licence, to be checked before shipping. */
    to_check: z.number(),
  }),
  paid_at: moment.nullable(),
  shipped_at: moment.nullable(),
  completed_at: moment.nullable(),
  cancelled_at: moment.nullable(),
  /** How it was paid, in words; empty before. */
  pay_way: z.string(),
  /** The payments that paid its trade; several orders may share one. */
  payments: z.array(z.object({ pay_no: z.string(), way: z.string(), paid_at: moment.nullable() })),
  timeline: z.array(z.object({ text: z.string(), note: z.string(), at: moment, files: z.array(fileWire) })),
  shipments: z.array(shipmentWire),
  refunds: z.array(
    z.object({
      no: z.string(),
      amount: ownMoney(money),
      /** Where the refund goes, or went: 退到余额, 原路退回微信支付; empty without one. */
      place_text: z.string(),
      /** Refunded onto cash vouchers. */
      voucher_amount: ownMoney(money),
      reason: z.string(),
      status_text: z.string(),
      /** 1: the company has it. */
      is_back: z.number(),
      at: moment,
    }),
  ),
  now: moment,
});
export type OrderDetail = z.infer<typeof orderDetail>;
