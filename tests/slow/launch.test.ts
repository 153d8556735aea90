/** A server that starts keeps what was compiled of its build, beside it, for the next start. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '#lib/server/core/process/free-port.ts';
import { BUILDS, COMPILED, CURRENT, SITE } from '#lib/server/web/builds.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'launch-'));
afterAll(() => rmSync(folder, { recursive: true }));

const build = path.join(folder, BUILDS, 'one');
mkdirSync(path.join(build, 'server'), { recursive: true });
writeFileSync(path.join(folder, BUILDS, CURRENT), 'one');
writeFileSync(path.join(build, SITE), '');
// Stands in for a build: says which folder is kept to, and ends at once.
writeFileSync(
  path.join(build, 'server', 'entry.mjs'),
  `import { getCompileCacheDir } from 'node:module';
   export async function start() { console.log(getCompileCacheDir() ?? 'none'); return 0; }`,
);

/** Starts the build as `node server.mjs` does; answers what it said. */
async function start(): Promise<string> {
  const ask = `const { launch } = await import(${JSON.stringify(path.resolve('src/lib/server/start/launch.ts'))});
    process.exit(await launch(async () => {}));`;
  const env = { PATH: process.env.PATH, PORT: String(await freePort()), HOST: '127.0.0.1' };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', ask], {
    cwd: folder,
    env,
  });
  return stdout.trim();
}

const compiled = path.join(build, COMPILED);

test('what was compiled is kept in the build', async () => {
  expect(path.relative(compiled, await start())).not.toMatch(/^(?:\.\.|none)/);
  expect(readdirSync(compiled, { recursive: true }).length).toBeGreaterThan(1);
});

test('where it cannot be, the server starts all the same', async () => {
  rmSync(compiled, { recursive: true, force: true });
  writeFileSync(compiled, 'no folder');
  expect(await start()).toBe('none');
  expect(existsSync(compiled)).toBe(true);
});
