/** The pace of signs (typing, looking). It is counted in this process alone: a sign too many does no harm. */
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { typingPace } from '#lib/rules/chat/pace.ts';

const counter = new RateLimiterMemory({
  points: typingPace.most,
  duration: typingPace.withinMs / 1_000,
});

/** False where a person has sent as many signs as the pace allows. */
export async function takeSign(by: string): Promise<boolean> {
  try {
    await counter.consume(by);
    return true;
  } catch {
    return false;
  }
}
