/** The devices on which a person is logged in. */

import { z } from 'zod';
import { get, post } from './call.ts';
import { emptyInput, text } from './fields.ts';

export const sessionIdInput = z.object({ id: text('设备编号', { min: 1, max: 64 }) });
export type SessionIdInput = z.infer<typeof sessionIdInput>;

export const sessionWire = z.object({
  id: z.string(),
  /** Windows 上的 Chrome. */
  device: z.string(),
  /** Address of its last use; empty where unknown. */
  address: z.string(),
  /** Its rough location: 广东省 深圳市, 内网, 未知. */
  place: z.string(),
  /** ISO moments; the second is right to five minutes. */
  created_at: z.string(),
  seen_at: z.string(),
  is_current: z.number(),
});
export type SessionWire = z.infer<typeof sessionWire>;

/** The session of the request first, then the one used last. */
export const sessionList = z.object({ list: z.array(sessionWire) });
export type SessionList = z.infer<typeof sessionList>;

export const sessionsCalls = {
  sessions: get('/api/sessions', { who: 'buyer', whileFrozen: true, input: emptyInput, output: sessionList }),
  endSession: post('/api/sessions/{id}/end', {
    who: 'buyer',
    may: 'read',
    whileFrozen: true,
    input: sessionIdInput,
    output: sessionList,
  }),
  endOtherSessions: post('/api/sessions/end-others', {
    who: 'buyer',
    may: 'read',
    whileFrozen: true,
    input: emptyInput,
    output: sessionList,
  }),
};
