import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listMessages } from '#lib/server/services/messages/messages.ts';

export const GET = endpoint(api.messages, schemas.messages, listMessages);
