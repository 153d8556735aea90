import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { codeOf } from './error-facts.ts';

/** A process, distinguishable from a later one with the same number. */
export interface ProcessIdentity {
  pid: number;
  /** Its start time in the system's format; '' where the system does not report it. */
  start: string;
}

/** Clock ticks since boot, with the boot's id: unique per process. */
function linuxStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces; what follows does not.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`;
  } catch {
    return undefined;
  }
}

function psStart(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

function responds(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** The identity of a running process; undefined if none has this number (a zombie counts as ended). */
export function findProcess(pid: number): ProcessIdentity | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (process.platform === 'linux') {
    const start = linuxStart(pid);
    return start === undefined ? undefined : { pid, start };
  }
  if (!responds(pid)) return undefined;
  return { pid, start: process.platform === 'win32' ? '' : (psStart(pid) ?? '') };
}

/** Whether exactly this process, not a successor with its number, still runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  return findProcess(identity.pid)?.start === identity.start;
}

/** This process. */
export function thisProcess(): ProcessIdentity {
  return findProcess(process.pid) ?? { pid: process.pid, start: '' };
}
