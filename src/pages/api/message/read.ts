import { api } from '#lib/contract/api.ts';
import { readMessagesInput } from '#lib/contract/messages.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { readMessages } from '#lib/server/services/messages.ts';

export const POST = endpoint(api.readMessages, readMessagesInput, readMessages);
