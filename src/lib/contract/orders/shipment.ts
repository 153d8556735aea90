/** Further parts of an order on the wire: its parcels, and its after-sale as tags. */
import { z } from 'zod';
import { flagOut } from '../fields.ts';

const moment = z.string();

export const shipmentWire = z.object({
  carrier: z.string(),
  tracking_no: z.string(),
  shipped_at: moment,
  /** Its tracking state; empty where no provider tracks it. */
  state_text: z.string(),
  /** 1: it is stuck, in trouble, or on its way back. */
  is_stuck: flagOut,
  lots: z.array(
    z.object({
      goods_id: z.number(),
      name: z.string(),
      lot_no: z.string(),
      produced_on: z.string(),
      expires_on: z.string(),
      number: z.number(),
      trace_codes: z.array(z.string()),
    }),
  ),
  events: z.array(z.object({ text: z.string(), at: moment })),
});
export type ShipmentWire = z.infer<typeof shipmentWire>;

/** A case of an order. */
export const caseTag = z.object({
  id: z.number().int(),
  kind_text: z.string(),
  status_text: z.string(),
  /** 1: a party still has to act. */
  is_open: flagOut,
});
