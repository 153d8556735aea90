/** The input of pages for `src/content`: the time, and whether this shop is a demo. */
import { env } from '../../core/process/env.ts';

export function publishingAt(now: Date): { now: Date; isDemo: boolean } {
  return { now, isDemo: env().DEMO };
}
