import { api } from '#lib/contract/api.ts';
import { messagesInput } from '#lib/contract/messages.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listMessages } from '#lib/server/services/messages.ts';

export const GET = endpoint(api.messages, messagesInput, listMessages);
