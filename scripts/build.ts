import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildParts, env, isWithout, StartupError } from '#lib/server/core/process/env.ts';
import { type Lock, waitLock } from '#lib/server/core/process/lock.ts';
import { BUILDS, CURRENT, findBuild, SITE } from '#lib/server/web/builds.ts';
import { isCompressible, MIN_BYTES } from '#lib/server/web/encoding.ts';
import { checkContent } from './content/check.ts';
import { type ContentMistake, mistakeText } from './content/lines.ts';

/** Builds that stay next to the newest: a server that runs on one of them still loads its pages from there. */
const KEPT = 3;

/** Inputs of the build. */
const SOURCES = [
  'src',
  'public',
  ...['calls.ts', 'icons.ts', 'zone-routes.ts'].map((file) => path.join('scripts', file)),
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** Read at run time from the sources: the built app does not contain them. */
const NOT_BUILT = [
  path.join('src', 'lib', 'server', 'db', 'migrations'),
  path.join('src', 'demo', 'seed', 'data'),
];

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
  '.webmanifest': 'application/manifest+json',
};

function walk(start: string): string[] {
  if (!existsSync(start)) return [];
  if (!statSync(start).isDirectory()) return [start];
  return readdirSync(start, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** One hash over all inputs of the build. */
function hashSources(): string {
  const hash = createHash('sha256');
  const without = buildParts.filter(isWithout).join();
  hash.update(`node ${process.versions.modules} site ${process.env.SITE_URL ?? ''} without ${without}\n`);
  const configs = readdirSync('.').filter((name) => /^(astro|uno)\.config\./.test(name));
  for (const file of [...SOURCES, ...configs].flatMap(walk)) {
    if (NOT_BUILT.some((folder) => file.startsWith(folder + path.sep))) continue;
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

/** A build names all errors in the editors' texts. Throws a StartupError. */
function refuseWrongTexts(mistakes: readonly ContentMistake[]): void {
  if (mistakes.length === 0) return;
  const lines = mistakes.map((mistake) => `  ${mistakeText(mistake)}`);
  throw new StartupError(['帮助、新闻或专区的文件有误，请改正后重新执行：', ...lines].join('\n'));
}

/** Runs astro into a folder; its output is shown only if it fails. */
async function runAstro(folder: string): Promise<void> {
  const said: Buffer[] = [];
  const child = spawn(process.execPath, [path.join('node_modules', 'astro', 'bin', 'astro.mjs'), 'build'], {
    env: {
      ...process.env,
      WITHOUT: env().WITHOUT.join(),
      BUILD_DIR: folder,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code === 0) return;
  console.error(Buffer.concat(said).toString());
  throw new StartupError('构建失败，原因见上。改正后重新执行。');
}

/** Compressed copies next to the files, in the best quality because it is done once. */
async function precompress(folder: string): Promise<void> {
  for (const file of walk(path.join(folder, 'client'))) {
    const body = readFileSync(file);
    if (!isCompressible(TYPES[path.extname(file)] ?? '') || body.byteLength < MIN_BYTES) continue;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    };
    writeFileSync(`${file}.br`, await promisify(brotliCompress)(body, { params }));
    writeFileSync(`${file}.gz`, await promisify(gzip)(body, { level: 9 }));
  }
}

/** Where a build is made until it is complete: a folder in use by a server is never written to. */
const DRAFT = path.join(BUILDS, 'draft');

/** A separate folder for each build, even with the same inputs as another. */
function freeName(hash: string): string {
  for (let time = 1; ; time++) {
    const name = time === 1 ? hash : `${hash}-${time}`;
    if (!existsSync(path.join(BUILDS, name))) return name;
  }
}

/** Whether the newest build has these inputs. */
function isBuilt(hash: string): boolean {
  const name = findBuild();
  return name === hash || (name?.startsWith(`${hash}-`) ?? false);
}

/** Makes an earlier build of these inputs the newest again, if it is still there. */
function takeEarlier(hash: string): boolean {
  const folder = path.join(BUILDS, hash);
  if (!existsSync(folder)) return false;
  utimesSync(folder, new Date(), new Date());
  writeFileSync(path.join(BUILDS, CURRENT), hash);
  return true;
}

/** Removes the oldest builds. */
function prune(current: string): void {
  const builtAt = (name: string) => statSync(path.join(BUILDS, name)).mtimeMs;
  const others = readdirSync(BUILDS).filter((name) => name !== CURRENT && name !== current);
  for (const name of others.sort((a, b) => builtAt(b) - builtAt(a)).slice(KEPT)) {
    rmSync(path.join(BUILDS, name), { recursive: true, force: true });
  }
}

/**
 * Builds if there is no build of these inputs; `force` builds anyway. Each build has a folder
 * of its own, so servers on an older one are not disturbed.
 */
export async function ensureBuild(force = false): Promise<void> {
  if (!force && isBuilt(hashSources())) return;
  let lock: Lock | undefined;
  try {
    mkdirSync('.astro', { recursive: true });
    lock = await waitLock(path.join('.astro', 'build.lock'), 300_000);
    if (!lock) throw new StartupError('另一个进程一直在构建。请结束它，或稍后再试。');
    const hash = hashSources();
    if (!force && (isBuilt(hash) || takeEarlier(hash))) return;
    refuseWrongTexts(checkContent());
    console.log('正在构建…');
    rmSync(DRAFT, { recursive: true, force: true });
    await runAstro(DRAFT);
    await precompress(DRAFT);
    writeFileSync(path.join(DRAFT, SITE), process.env.SITE_URL ?? '');
    const name = freeName(hash);
    renameSync(DRAFT, path.join(BUILDS, name));
    writeFileSync(path.join(BUILDS, CURRENT), name);
    prune(name);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
    throw new StartupError('不能写入 dist 文件夹。请以项目文件夹的所有者运行，或先由他执行 npm run build。');
  } finally {
    lock?.release();
  }
}

if (import.meta.main) {
  const { fail } = await import('#lib/server/core/process/fail.ts');
  // Settings in a .env apply to a build by itself too.
  env();
  await ensureBuild(process.argv[2] !== 'if-needed').catch(fail);
}
