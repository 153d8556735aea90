import { messagesCalls } from '#lib/contract/messages.ts';
import { handlers } from '../core/calls/handlers.ts';
import { getMessageChoices, setMessageChoice } from './choices.ts';
import { listMessages, readMessages } from './messages.ts';

export const messagesHandlers = handlers(messagesCalls, {
  messages: listMessages,
  messageChoices: getMessageChoices,
  setMessageChoice,
  readMessages,
});
