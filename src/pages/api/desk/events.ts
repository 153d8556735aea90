import { api } from '#lib/contract/api.ts';
import { eventStream } from '#lib/server/core/calls/event-stream.ts';
import { openDeskStream } from '#lib/server/desk/waiting.ts';

export const GET = eventStream(api.deskEvents, openDeskStream);
