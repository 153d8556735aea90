/** Memory of a process that is measured. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Memory of a process and its children that is in use, MB. */
export function memoryOf(pid: number): number {
  const own = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return Number(own ?? 0) / 1024 + children.reduce((sum, child) => sum + memoryOf(Number(child)), 0);
}

/** The highest of some looks, a second apart: of a process that rests, or while `isOn`. */
export async function highestMemory(pid: number, isOn?: () => boolean): Promise<number> {
  const looks: number[] = [];
  for (let at = 0; isOn === undefined ? at < 5 : isOn() || at === 0; at++) {
    await pause(1_000);
    looks.push(memoryOf(pid));
  }
  return Math.max(...looks);
}
