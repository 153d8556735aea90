import { api } from '#lib/contract/api.ts';
import { eventStream } from '#lib/server/core/calls/event-stream.ts';
import { openLinkStream } from '#lib/server/paying/link-stream.ts';

export const GET = eventStream(api.linkEvents, openLinkStream);
