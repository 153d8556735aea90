import { api } from '#lib/contract/api.ts';
import { eventStream } from '#lib/server/calls/event-stream.ts';
import { openLinkStream } from '#lib/server/services/payments/link-stream.ts';

export const GET = eventStream(api.linkEvents, openLinkStream);
