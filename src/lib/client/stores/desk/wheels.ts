/** Lucky wheels at the platform's desk. All reject as `deskCall` does. */

import { api } from '#lib/contract/api.ts';
import type { DeskWheel, GiveChancesInput, SaveWheelInput } from '#lib/contract/wheel-desk.ts';
import { deskCall } from './session.ts';

/** Makes a draft, or changes a wheel; the same token makes one. */
export function saveWheel(input: SaveWheelInput): Promise<DeskWheel> {
  return deskCall(api.saveWheel, input);
}

export function loadWheel(id: number): Promise<DeskWheel> {
  return deskCall(api.deskWheel, { id });
}

/** Asks for the opening; a second person carries it out. */
export function openWheel(input: { id: number; revision: number; reason: string }): Promise<DeskWheel> {
  return deskCall(api.openWheel, input);
}

/** Gives a company chances; the same token gives once. */
export function giveChances(input: GiveChancesInput): Promise<DeskWheel> {
  return deskCall(api.giveChances, input);
}

/** Stops all draws at once, or lets them go on; `reason` of a stop is read by buyers. Answers the wheel as it is then. */
export async function pauseWheel(id: number, reason: string): Promise<DeskWheel> {
  await deskCall(api.deskWheelsPause, { id, reason });
  return loadWheel(id);
}

export async function resumeWheel(id: number, reason: string): Promise<DeskWheel> {
  await deskCall(api.deskWheelsResume, { id, reason });
  return loadWheel(id);
}
