import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { env, StartupError } from './env.ts';
import { codeOf } from './error-facts.ts';

/** The secret that signs sessions: AUTH_SECRET, or one created once in the data folder, readable by its owner only. */
export function readSecret(): string {
  const { AUTH_SECRET: given, DATA_DIR: folder } = env();
  if (given !== undefined) return given;
  const file = path.resolve(folder, 'secret');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return makeSecret(file);
    throw new StartupError(`不能读取密钥文件 ${file}。请以它的所有者运行，或设置 AUTH_SECRET。`);
  }
}

/** Of two processes that create it at once, one wins and both use it. */
function makeSecret(file: string): string {
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
    linkSync(draft, file);
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'EEXIST')
      throw new StartupError(`不能写入密钥文件 ${file}（${code}）。请设置 AUTH_SECRET。`);
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}
