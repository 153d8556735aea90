import { vi } from 'vitest';

/** Waits until a check throws no more: what takes a moment may take seconds on a busy machine. */
export function soon<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, 20_000);
}
