import { readMessagesInput } from '#lib/contract/messages/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { readMessages } from '#lib/server/services/messages/messages.ts';

export const POST = endpoint(api.readMessages, readMessagesInput, readMessages);
