/** Calls of messages. */
import { get, post, whileFrozen } from '../call.ts';
import type { messagesSchemas } from './schema.ts';

type Schemas = typeof messagesSchemas;

export const messagesCalls = {
  messages: whileFrozen(get<Schemas['messages'], 'buyer'>('/api/message', 'buyer')),
  textChoices: get<Schemas['textChoices'], 'buyer'>('/api/message/texts', 'buyer'),
  setTextChoice: post<Schemas['setTextChoice']>('/api/message/texts', 'buyer', 'read'),
  readMessages: post<Schemas['readMessages']>('/api/message/read', 'buyer', 'messages'),
};
