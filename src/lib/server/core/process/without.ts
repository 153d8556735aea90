/** What a process leaves out of the fast way, so that a measurement says what each part gains (docs/fast.md). */
import { env, type FastPart } from './env.ts';

/** True where this process does without a part. */
export function isWithout(part: FastPart): boolean {
  return env().WITHOUT.includes(part);
}
