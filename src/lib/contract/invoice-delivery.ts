/** A delivery of an invoice to the mail or the mobile of its title (rules 19). */
import { z } from 'zod';
import { deliveryStateKeys, deliveryWayKeys } from '#lib/rules/invoices/delivery.ts';

export const deliveryWire = z.object({
  way: z.enum(deliveryWayKeys),
  way_text: z.string(),
  /** Empty once the company is closed. */
  address: z.string(),
  state: z.enum(deliveryStateKeys),
  state_text: z.string(),
  /** Why the last try failed; empty where it did not. */
  fault: z.string(),
  tries: z.number().int(),
  /** When it was sent; null until then, also where people ask for it again. */
  sent_at: z.string().nullable(),
  /** When people last asked for it again; null for never. */
  asked_at: z.string().nullable(),
});
export type DeliveryWire = z.infer<typeof deliveryWire>;
