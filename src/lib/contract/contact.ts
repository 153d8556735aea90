/** A merchant's contacts and return address, as its administrator sets them. */

import { z } from 'zod';
import { get, post } from './call.ts';
import { phone, text } from './fields.ts';

const facts = {
  phone: z.string(),
  return_name: z.string(),
  return_phone: z.string(),
  return_address: z.string(),
};

export const merchantContact = z.object({
  ...facts,
  /** Shown to buyers where a field of the return address is empty. */
  full_name: z.string(),
  address: z.string(),
  /** Sent back with a change: a concurrent change answers 409. */
  version: z.string(),
  /** Buyers with goods still to return, who are notified of another address. */
  waiting: z.number().int(),
});
export type MerchantContactWire = z.infer<typeof merchantContact>;

export const setContactInput = z.object({
  phone: phone(),
  return_name: text('退货收件人', { max: 50 }),
  /** Empty: the telephone above. */
  return_phone: z.union([z.literal(''), phone('退货电话')]),
  return_address: text('退货地址', { max: 200 }),
  version: text('版本', { min: 1, max: 64 }),
});
export type SetContactInput = z.input<typeof setContactInput>;
export type SetContactValues = z.output<typeof setContactInput>;

/** A merchant's contacts, at its own desk. */
export const contactCalls = {
  deskContact: get('/api/desk/contact', {
    who: 'merchant',
    may: 'shop',
    input: z.object({}),
    output: merchantContact,
  }),
  setContact: post('/api/desk/contact', {
    who: 'merchant',
    may: 'shop',
    input: setContactInput,
    output: merchantContact,
  }),
};
