/** 品种求购 in the browser. */
import { api } from '#lib/contract/api.ts';
import type { WantedInput, WantedWire } from '#lib/contract/wanted.ts';
import { call } from '../../api.ts';

/** Sends a request. Rejects as `call` does: 422 names the field. */
export function askFor(input: WantedInput): Promise<WantedWire> {
  return call(api.askFor, input);
}

/** Withdraws an unanswered request. Rejects as `call` does. */
export function withdrawWanted(id: number): Promise<WantedWire> {
  return call(api.withdrawWanted, { id });
}
