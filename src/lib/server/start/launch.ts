/** The start of a server process: a port, a build, and the build's entry, which does the rest. */
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { env, StartupError } from '../core/process/env.ts';
import { fail } from '../core/process/fail.ts';
import { outliveOutput } from '../core/process/output.ts';
import { demandShop } from '../core/process/shop-identity.ts';
import { demandSameAddress } from '../core/process/site-address.ts';
import { BUILDS, builtAddress, COMPILED, findBuild } from '../web/builds.ts';
import { type Port, takePort } from '../web/port.ts';

/** The interface of a build's entry. Its modules are separate instances, so only the port is passed over. */
interface Entry {
  /** Runs the shop until the process must end; returns the exit code. */
  start: (port: Port, dist: string) => Promise<number>;
}

const signals = ['SIGTERM', 'SIGINT'] as const;

/** Nothing has begun yet that would need an end. */
function endAtOnce(): void {
  process.exit(0);
}

/**
 * Runs the built shop until it ends; returns the exit code. The port is taken first, so that of two starts only one
 * does the work; requests during the start wait. `build` makes or checks the build meanwhile.
 */
export async function launch(build: () => Promise<void>): Promise<number> {
  process.env.NODE_ENV ??= 'production';
  outliveOutput();
  try {
    for (const signal of signals) process.on(signal, endAtOnce);
    demandShop();
    const { PORT, HOST } = env();
    const port = await takePort({ port: PORT, host: HOST });
    await build();
    const name = findBuild();
    if (name === undefined)
      throw new StartupError('还没有构建。请先执行 npm run build，或用 npm start 启动。');
    demandSameAddress(env(), builtAddress(name));
    const dist = path.resolve(BUILDS, name);
    // The engine's compile cache is stored next to the modules for the next start; skipped where the folder is not
    // writable.
    enableCompileCache(path.join(dist, COMPILED));
    const { start }: Entry = await import(pathToFileURL(path.join(dist, 'server', 'entry.mjs')).href);
    for (const signal of signals) process.off(signal, endAtOnce);
    return await start(port, dist);
  } catch (error) {
    return fail(error);
  }
}
