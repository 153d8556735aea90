/** Notices of a picture server elsewhere. */
import { z } from 'zod';
import { notice } from '../call.ts';
import { text } from '../fields.ts';

export const liveNoticeCalls = {
  /** Asks who may publish and watch, and tells that a publish is over. */
  liveNotify: notice('/api/live/notify/{provider}', {
    who: 'all',
    input: z.object({ provider: text('直播服务', { min: 1, max: 20 }) }),
    output: z.null(),
  }),
};
