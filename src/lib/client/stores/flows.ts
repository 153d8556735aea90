/** Published roots of days, each asked for once. */
import { call } from '#lib/client/api.ts';
import { api } from '#lib/contract/api.ts';
import type { FlowRootOutput } from '#lib/contract/flows.ts';

const known = new Map<string, FlowRootOutput>();

/** The root of a day; null where none is published. */
export async function loadRoot(day: string): Promise<FlowRootOutput | null> {
  const found = known.get(day) ?? (await call(api.flowRoot, { day }));
  if (found !== null) known.set(day, found);
  return found;
}
