import { sessionsCalls } from '#lib/contract/sessions.ts';
import { handlers } from '../core/calls/handlers.ts';
import { endOtherSessions, endSession, listSessions } from './sessions.ts';

export const sessionsHandlers = handlers(sessionsCalls, {
  sessions: listSessions,
  endSession,
  endOtherSessions,
});
