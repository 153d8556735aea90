/** A merchant's contacts, at its own desk. */
import { get, need, post } from '../call.ts';
import type { contactSchemas } from './schema.ts';

type Schemas = typeof contactSchemas;

export const contactCalls = {
  deskContact: need('shop', get<Schemas['deskContact'], 'merchant'>('/api/desk/contact', 'merchant')),
  setContact: post<Schemas['setContact'], 'merchant'>('/api/desk/contact', 'merchant', 'shop'),
};
