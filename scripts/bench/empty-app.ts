import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { build } from 'astro';
import { freePort } from '#lib/server/core/process/free-port.ts';

export interface EmptyApp {
  origin: string;
  pid: number;
  close(): Promise<void>;
}

/** An Astro app without a product, with which the shop's calls are compared; its one query goes to this database. */
export async function openEmptyApp(databaseUrl: string): Promise<EmptyApp> {
  const root = path.resolve('scripts/bench/empty');
  const entry = path.join(root, 'dist/server/entry.mjs');
  if (!existsSync(entry)) await build({ root, logLevel: 'error' });
  const port = await freePort();
  const child = spawn(process.execPath, [entry], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'close');
  const origin = `http://127.0.0.1:${port}`;
  while (!(await isReady(origin))) {
    if (child.exitCode !== null) throw new Error(`the empty app ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    origin,
    pid: child.pid ?? 0,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/api/empty`)).ok;
  } catch {
    return false;
  }
}
