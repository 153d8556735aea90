/** Delivery addresses of a company. */

import { z } from 'zod';
import { get, post } from './call.ts';
import { halfWidth, reads } from './decode.ts';
import { emptyInput, flag, id, listOf, phone, text } from './fields.ts';

/** Most addresses of a company. */
export const maxAddresses = 50;

export const addressWire = z.object({
  id: z.number(),
  receiver: z.string(),
  phone: z.string(),
  province: z.string(),
  city: z.string(),
  district: z.string(),
  /** Division code of the district. */
  region_code: z.string(),
  detail: z.string(),
  is_default: z.number(),
  /** 1: it is outside the district of the company's licence (GSP), and is checked before shipping. */
  to_check: z.number(),
});
export type AddressWire = z.infer<typeof addressWire>;

export const addressList = listOf(addressWire);
export type AddressList = z.infer<typeof addressList>;

/** A province, a city or a district with its parts. */
export interface RegionNode {
  code: string;
  name: string;
  children?: RegionNode[] | undefined;
}

export const regionNode: z.ZodType<RegionNode> = z.object({
  code: z.string(),
  name: z.string(),
  get children() {
    return z.array(regionNode).optional();
  },
});

const addressFields = {
  receiver: text('收货人', { min: 1, max: 30 }),
  phone: phone(),
  /** The district's code, or the three names. */
  region_code: reads(
    z
      .string()
      .regex(/^\d{6,9}$/, { error: '请选择所在地区' })
      .optional(),
    halfWidth,
  ),
  province: text('省份', { max: 30 }).optional(),
  city: text('城市', { max: 30 }).optional(),
  district: text('区县', { max: 30 }).optional(),
  detail: text('详细地址', { min: 1, max: 100 }),
  is_default: flag('默认地址').default(0),
};

export const createAddressInput = z.object(addressFields);
export const updateAddressInput = z.object({ id: id('收货地址'), ...addressFields });
export const addressIdInput = z.object({ id: id('收货地址') });
export type AddressFields = z.infer<typeof createAddressInput>;

/** The browser's input. */
export type AddressInput = z.input<typeof createAddressInput>;

export const addressesCalls = {
  addresses: get('/api/address', { who: 'buyer', input: emptyInput, output: addressList }),
  regions: get('/api/address/regions', { who: 'anyone', input: emptyInput, output: z.array(regionNode) }),
  createAddress: post('/api/address', {
    who: 'buyer',
    may: 'order',
    input: createAddressInput,
    output: addressWire,
  }),
  updateAddress: post('/api/address/{id}', {
    who: 'buyer',
    may: 'order',
    input: updateAddressInput,
    output: addressWire,
  }),
  deleteAddress: post('/api/address/{id}/delete', {
    who: 'buyer',
    may: 'order',
    input: addressIdInput,
    output: addressList,
  }),
  makeDefaultAddress: post('/api/address/{id}/default', {
    who: 'buyer',
    may: 'order',
    input: addressIdInput,
    output: addressWire,
  }),
};
