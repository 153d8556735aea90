import { closingCalls } from '#lib/contract/closing.ts';
import { handlers } from '../core/calls/handlers.ts';
import { beginClosing, callOffClosing, getClosing } from './closing.ts';

export const closingHandlers = handlers(closingCalls, {
  closing: getClosing,
  beginClosing,
  callOffClosing,
});
