/** Schemas of the event stream's call; its content is in ./stream.ts. */

import { z } from 'zod';
import { stream } from '../call.ts';
import { emptyInput } from '../fields.ts';

/** The call of live events. */
export const eventsCalls = {
  events: stream('/api/events', { who: 'buyer', whileFrozen: true, input: emptyInput, output: z.never() }),
};
