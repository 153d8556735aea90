/** Calls of closing one's account. */
import { get, need, post } from '../call.ts';
import type { closingSchemas } from './schema.ts';

type Schemas = typeof closingSchemas;

export const closingCalls = {
  closing: need('manage', get<Schemas['closing'], 'buyer'>('/api/user/closing', 'buyer')),
  beginClosing: post<Schemas['beginClosing']>('/api/user/closing', 'buyer', 'manage'),
  callOffClosing: post<Schemas['callOffClosing']>('/api/user/closing/call-off', 'buyer', 'manage'),
};
