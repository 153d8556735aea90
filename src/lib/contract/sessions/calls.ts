/** Calls of sessions. */
import { get, post, whileFrozen } from '../call.ts';
import type { sessionsSchemas } from './schema.ts';

type Schemas = typeof sessionsSchemas;

export const sessionsCalls = {
  sessions: whileFrozen(get<Schemas['sessions'], 'buyer'>('/api/sessions', 'buyer')),
  endSession: whileFrozen(post<Schemas['endSession']>('/api/sessions/{id}/end', 'buyer', 'read')),
  endOtherSessions: whileFrozen(
    post<Schemas['endOtherSessions']>('/api/sessions/end-others', 'buyer', 'read'),
  ),
};
