import { api } from '#lib/contract/table/api.ts';
import { eventStream } from '#lib/server/event-stream.ts';
import { openStream } from '#lib/server/services/events/stream.ts';

export const GET = eventStream(api.events, openStream);
