/** The CPU time of processes, from /proc of Linux. */
import { readdirSync, readFileSync } from 'node:fs';

/** Ticks a second of /proc: the same on every Linux that Node runs on. */
const ticks = 100;

interface Times {
  parent: number;
  /** Processor time of the process itself, s. */
  own: number;
  /** Processor time of ended children, s. */
  ended: number;
}

function timesOf(pid: number): Times | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name is in brackets and may contain blanks.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const at = (field: number) => fields[field - 3] ?? 0;
  return { parent: at(4), own: (at(14) + at(15)) / ticks, ended: (at(16) + at(17)) / ticks };
}

/** Processor seconds that a process has used, its threads included. */
export function cpuOf(pid: number): number {
  return timesOf(pid)?.own ?? 0;
}

/** Processor seconds of a process and its children, running and ended: a database server is one for each connection. */
export function cpuOfFamily(pid: number): number {
  const head = timesOf(pid);
  if (head === undefined) return 0;
  let sum = head.own + head.ended;
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const times = timesOf(Number(entry));
    if (times?.parent === pid) sum += times.own;
  }
  return sum;
}

/** Resident memory of a process, MB. */
export function memoryOf(pid: number): number {
  return kilobytes(pid, /^VmRSS:\s+(\d+) kB/m) / 1024;
}

/** The most that it ever was, MB. */
export function peakOf(pid: number): number {
  return kilobytes(pid, /^VmHWM:\s+(\d+) kB/m) / 1024;
}

function kilobytes(pid: number, line: RegExp): number {
  return Number(line.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}
