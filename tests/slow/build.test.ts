/** A build is made beside those that servers run on, and takes its place when it is whole. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'build-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Stands in for Astro: writes the word that it is told, or breaks half-way. */
const astro = `
import { mkdirSync, writeFileSync } from 'node:fs';
const folder = process.env.BUILD_DIR;
mkdirSync(folder + '/server', { recursive: true });
writeFileSync(folder + '/server/half.mjs', '');
if (process.env.WORD === 'broken') process.exit(1);
writeFileSync(folder + '/server/entry.mjs', process.env.WORD);
`;
mkdirSync(path.join(folder, 'src', 'content', 'help'), { recursive: true });
const group = '- id: xszn\n  title: 新手指南\n  summary: 先看这里\n  order: 1\n';
writeFileSync(path.join(folder, 'src', 'content', 'help', 'groups.yaml'), group);
mkdirSync(path.join(folder, 'node_modules', 'astro', 'bin'), { recursive: true });
writeFileSync(path.join(folder, 'node_modules', 'astro', 'bin', 'astro.mjs'), astro);

const script = path.resolve('scripts/build.ts');
const read = (...parts: string[]) => readFileSync(path.join(folder, 'dist', ...parts), 'utf8');
const entryOf = (build: string) => read(build, 'server', 'entry.mjs');

/** What `npm run build` does, or what the start does, which builds only what has changed. */
async function build(word: string, isForced = true): Promise<string> {
  const ask = `const { ensureBuild } = await import(${JSON.stringify(script)}); await ensureBuild(${isForced});`;
  const env = { PATH: process.env.PATH, WORD: word };
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', ask], { cwd: folder, env });
  return read('current');
}

test('building again leaves the folder of a running build as it is', async () => {
  const first = await build('one');
  const second = await build('two');
  expect([entryOf(first), entryOf(second)]).toEqual(['one', 'two']);
  await expect(build('broken')).rejects.toThrow('构建失败');
  expect([read('current'), entryOf(first), entryOf(second)]).toEqual([second, 'one', 'two']);
  expect(await build('three', false)).toBe(second);
  const third = await build('four');
  expect(entryOf(third)).toBe('four');
  expect(readdirSync(path.join(folder, 'dist', third, 'server'))).toContain('half.mjs');
  expect(readdirSync(path.join(folder, 'dist')).toSorted()).toEqual(
    [first, second, third, 'current'].toSorted(),
  );
});
