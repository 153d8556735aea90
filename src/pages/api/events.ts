import { api } from '#lib/contract/api.ts';
import { openBuyerStream } from '#lib/server/chat/buyer.ts';
import { eventStream } from '#lib/server/core/calls/event-stream.ts';

export const GET = eventStream(api.events, openBuyerStream);
