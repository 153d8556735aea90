import { messagesInput } from '#lib/contract/messages/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listMessages } from '#lib/server/services/messages/messages.ts';

export const GET = endpoint(api.messages, messagesInput, listMessages);
