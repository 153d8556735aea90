/** Calls of parcels' ways. */
import { post, signed } from '../call.ts';
import type { trackingSchemas } from './schema.ts';

type Schemas = typeof trackingSchemas;

export const trackingCalls = {
  parcelNotify: signed(post<Schemas['parcelNotify'], 'all'>('/api/logistics/notify/{provider}', 'all')),
};
