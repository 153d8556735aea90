/** Parcels' ways. */
import { z } from 'zod';

export const trackingSchemas = {
  /** Beside it whatever a house sends; its own module reads the bytes. */
  parcelNotify: { input: z.object({ provider: z.string() }), output: z.null() },
};
