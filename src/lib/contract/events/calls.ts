/** The call of live events. */
import { get, stream, whileFrozen } from '../call.ts';
import type { eventsSchemas } from './schema.ts';

type Schemas = typeof eventsSchemas;

export const eventsCalls = {
  events: stream(whileFrozen(get<Schemas['events'], 'buyer'>('/api/events', 'buyer'))),
};
