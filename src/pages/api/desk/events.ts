import { api } from '#lib/contract/api.ts';
import { eventStream } from '#lib/server/calls/event-stream.ts';
import { openDeskStream } from '#lib/server/services/desk/waiting.ts';

export const GET = eventStream(api.deskEvents, openDeskStream);
