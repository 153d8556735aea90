/** Receiving several orders at once, and finding one by what is scanned from its parcel. */
import { z } from 'zod';
import { maxReceivedAtOnce, maxScannedAtOnce } from '../constants.ts';
import { flagOut, money, text, upTo } from '../fields.ts';
import { ownMoney } from '../prices.ts';

/** `no`: an order that is among them whatever its place, where it waits. */
export const ordersToReceiveInput = z.object({ no: text('订单号', { min: 1, max: 40 }).optional() });
export type OrdersToReceiveValues = z.output<typeof ordersToReceiveInput>;

/** Completely shipped orders that wait for their receipt, the first shipped first. */
export const ordersToReceive = z.object({
  list: z.array(
    z.object({
      no: z.string(),
      merchant: z.string(),
      pay_amount: ownMoney(money),
      shipped_at: z.string(),
      receive_by: z.string(),
      pieces: z.number().int(),
      /** The first items by name. */
      names: z.array(z.string()),
      kinds: z.number().int(),
      parcels: z.array(z.object({ carrier: z.string(), tracking_no: z.string(), state_text: z.string() })),
      /** 1: the carriers say that all its parcels were handed over. */
      is_arrived: flagOut,
      /** Why it cannot be received at once; empty where it can. */
      why: z.string(),
    }),
  ),
  total: z.number().int(),
  may_receive: flagOut,
});
export type OrdersToReceive = z.infer<typeof ordersToReceive>;

export const findParcelInput = z.object({
  code: text('运单号、订单号或追溯码', { min: 1, max: 100, isScanned: true }),
});
export type FindParcelValues = z.output<typeof findParcelInput>;

/** The order that a scanned code belongs to. */
export const foundParcel = z.object({ no: z.string(), merchant: z.string(), status_text: z.string() });

export type FoundParcel = z.infer<typeof foundParcel>;

/** What was scanned from the parcels: 运单号 and 追溯码. */
export const scannedCodes = upTo(
  maxScannedAtOnce,
  text('运单号或追溯码', { min: 1, max: 100, isScanned: true }),
  { error: '扫描的单号不正确', tooMany: `一次最多提交${maxScannedAtOnce}个扫描的单号` },
).optional();

export const receiveOrdersInput = z.object({
  nos: upTo(maxReceivedAtOnce, text('订单号', { min: 1, max: 40 }), {
    min: 1,
    error: '请勾选要收货的订单',
    tooMany: `一次最多收货${maxReceivedAtOnce}个订单`,
  }),
  codes: scannedCodes,
});
export type ReceiveOrdersValues = z.output<typeof receiveOrdersInput>;

/** What became of each, in the order in which they were sent. */
export const receivedOrders = z.object({
  list: z.array(z.object({ no: z.string(), is_received: flagOut, text: z.string() })),
});
export type ReceivedOrders = z.infer<typeof receivedOrders>;
