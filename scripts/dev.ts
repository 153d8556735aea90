import { spawn } from 'node:child_process';
import path from 'node:path';
import { env } from '#lib/server/core/process/env.ts';
import { fail } from '#lib/server/core/process/fail.ts';
import { stopPhase } from '#lib/server/core/process/lifecycle.ts';
import { demandShop } from '#lib/server/core/process/shop-identity.ts';
import { startJobs } from '#lib/server/start/jobs.ts';
import { prepareDatabase } from '#lib/server/start/prepare.ts';

/** `astro dev` on the same database as `npm start`. */
async function dev(): Promise<number> {
  process.env.NODE_ENV ??= 'development';
  demandShop();
  const { PORT, HOST } = env();
  const database = await prepareDatabase();
  startJobs();
  const astro = path.join('node_modules', 'astro', 'bin', 'astro.mjs');
  const child = spawn(process.execPath, [astro, 'dev', '--port', String(PORT), '--host', HOST], {
    stdio: 'inherit',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  await stopPhase('jobs');
  await stopPhase('resources');
  await database.close();
  return code ?? 0;
}

process.exit(await dev().catch(fail));
