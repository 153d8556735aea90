/** A server process under measurement. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { heapEnv, heapFlags } from '#lib/server/core/process/supervised.ts';

export interface Started {
  pid: number;
  /** From the start of the process to its first healthy response. */
  ms: number;
  close(): Promise<void>;
}

/** The built shop on a port, without its log; `env` names its database. */
export async function startServer(port: number, env: Record<string, string>): Promise<Started> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const begun = performance.now();
  const child = spawn(process.execPath, [...heapFlags, 'server.mjs'], {
    env: {
      ...heapEnv,
      ...inherited,
      PORT: String(port),
      HOST: '127.0.0.1',
      DEMO: '1',
      LOG_LEVEL: 'error',
      // Everything that is measured comes from one address.
      LIMIT_SCALE: '1000',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'close');
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return {
    pid: child.pid ?? 0,
    ms: performance.now() - begun,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/api/health`)).ok;
  } catch {
    return false;
  }
}
