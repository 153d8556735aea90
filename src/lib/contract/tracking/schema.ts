/** Tracking of parcels. */
import { z } from 'zod';

export const trackingSchemas = {
  /** Besides it the provider's own format; its module parses the bytes. */
  parcelNotify: { input: z.object({ provider: z.string() }), output: z.null() },
};
