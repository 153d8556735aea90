/** Closing one's account in the browser. */

import { api } from '#lib/contract/api.ts';
import type { BeginClosingInput, ClosingWire } from '#lib/contract/closing.ts';
import { call } from '../../api.ts';

/** Requests it. Rejects as `call` does: 422 names the field, 409 the obstacle. */
export function beginClosing(input: BeginClosingInput): Promise<ClosingWire> {
  return call(api.beginClosing, input);
}

/** Everything stays. Rejects as `call` does. */
export function callOffClosing(): Promise<ClosingWire> {
  return call(api.callOffClosing, {});
}
