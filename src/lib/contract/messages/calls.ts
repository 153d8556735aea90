/** Calls of messages. */
import { get, post, whileFrozen } from '../call.ts';
import type { messagesSchemas } from './schema.ts';

type Schemas = typeof messagesSchemas;

export const messagesCalls = {
  messages: whileFrozen(get<Schemas['messages'], 'buyer'>('/api/message', 'buyer')),
  readMessages: post<Schemas['readMessages']>('/api/message/read', 'buyer', 'messages'),
};
