/** Schemas of the event stream's call; its content is in ./stream.ts. */

import { z } from 'zod';
import { stream } from '../call.ts';
import { freeText } from '../fields.ts';

/** The position of the last chat event that the browser got; the header Last-Event-ID is before it. */
export const streamInput = z.object({ after: freeText('位置', 60) });

/** The call of live events. */
export const eventsCalls = {
  events: stream('/api/events', { who: 'buyer', whileFrozen: true, input: streamInput, output: z.never() }),
};
