import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { readMessages } from '#lib/server/services/messages/messages.ts';

export const POST = endpoint(api.readMessages, schemas.readMessages, readMessages);
