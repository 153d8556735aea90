/*
 * npm run check: types, lint, format and unused code, two at a time. Each command's output is printed when it ends; all
 * of them run even if one has failed.
 */
import { spawn } from 'node:child_process';
import os from 'node:os';

const bin = (name: string) => `node_modules/${name}`;

/** Writes the types of the content, which both type checks read. */
const types = [bin('astro/bin/astro.mjs'), 'sync'];

/** The longest first. Astro's check reads the pages and components alone: TypeScript 7 reads all others in a third of its time. */
const checks = [
  [bin('astro/bin/astro.mjs'), 'check', '--noSync', '--tsconfig', 'tsconfig.astro.json'],
  [bin('typescript7/bin/tsc'), '--noEmit'],
  [bin('knip/bin/knip.js')],
  [bin('@biomejs/biome/bin/biome'), 'ci'],
  ['scripts/lint-patterns.ts'],
  ['scripts/audit.ts'],
];

/** Whether the command ends well. */
function run(command: readonly string[]): Promise<boolean> {
  const start = performance.now();
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => said.push(piece));
  child.stderr.on('data', (piece: Buffer) => said.push(piece));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const seconds = Math.round((performance.now() - start) / 1000);
      process.stdout.write(Buffer.concat(said));
      console.log(`${code === 0 ? 'ok' : 'FAILED'}: ${command.join(' ')} (${seconds} s)\n`);
      resolve(code === 0);
    });
  });
}

async function runAll(commands: readonly (readonly string[])[]): Promise<boolean> {
  const left = [...commands];
  const ends: boolean[] = [];
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) ends.push(await run(next));
  };
  await Promise.all(Array.from({ length: Math.min(4, os.availableParallelism()) }, work));
  return ends.every(Boolean);
}

process.exitCode = (await run(types)) && (await runAll(checks)) ? 0 : 1;
