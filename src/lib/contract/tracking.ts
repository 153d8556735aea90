/** Tracking of parcels. */

import { z } from 'zod';
import { notice } from './call.ts';

/** Calls of parcels' ways. */
export const trackingCalls = {
  /** Besides it the provider's own format; its module parses the bytes. */
  parcelNotify: notice('/api/logistics/notify/{provider}', {
    who: 'all',
    input: z.object({ provider: z.string() }),
    output: z.null(),
  }),
};
