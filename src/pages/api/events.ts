import { api } from '#lib/contract/api.ts';
import { eventStream } from '#lib/server/core/calls/event-stream.ts';
import { openStream } from '#lib/server/core/events/stream.ts';

export const GET = eventStream(api.events, (context) => openStream(context));
