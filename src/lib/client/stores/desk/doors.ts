/** Prompts of a desk before a call continues: a login after the session has ended, a proof before an act of money. */
import { atom } from 'nanostores';

export type Door = 'login' | 'proof';

interface Asked {
  door: Door;
  passed: Promise<boolean>;
  answer: (isPassed: boolean) => void;
}

/** The open prompt; null without one. */
export const $door = atom<Door | null>(null);

const waiting: Asked[] = [];

/** Asks the person to pass a door, once for all calls that wait for it; false when they give up. */
export function passDoor(door: Door): Promise<boolean> {
  const open = waiting.find((one) => one.door === door);
  if (open !== undefined) return open.passed;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  waiting.push({ door, passed: promise, answer: resolve });
  if (waiting.length === 1) $door.set(door);
  return promise;
}

/** The person has passed the open prompt, or gives up. */
export function answerDoor(isPassed: boolean): void {
  waiting.shift()?.answer(isPassed);
  $door.set(waiting[0]?.door ?? null);
}
