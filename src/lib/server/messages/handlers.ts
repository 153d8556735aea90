import { messagesCalls } from '#lib/contract/messages.ts';
import { handlers } from '../core/calls/handlers.ts';
import { listMessages, readMessages } from './messages.ts';
import { getTextChoices, setTextChoice } from './texts.ts';

export const messagesHandlers = handlers(messagesCalls, {
  messages: listMessages,
  textChoices: getTextChoices,
  setTextChoice,
  readMessages,
});
