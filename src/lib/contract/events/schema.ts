/** Schemas of the event stream's call; its content is in ./stream.ts. */
import { z } from 'zod';
import { emptyInput } from '../fields.ts';

/** Input and output of each call. */
export const eventsSchemas = {
  events: { input: emptyInput, output: z.never() },
};
