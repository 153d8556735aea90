/**
 * Films of items in the file store. A film is cut into pieces, so that no process holds a whole one; a part written
 * last lists its pieces. A name is written once: caches and backups rely on it.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { env, StartupError } from '../../core/process/env.ts';
import { codeOf } from '../../core/process/error-facts.ts';
import { openFiles } from './store.ts';

/** Most bytes of a film. */
export const maxFilmBytes = 200 * 1024 * 1024;

/** A bucket has a timeout of ten seconds: a piece fits into that on a slow connection too. */
const pieceBytes = 4 * 1024 * 1024;

const types: Record<string, string> = { mp4: 'video/mp4', webm: 'video/webm' };

const whole = z.object({
  bytes: z.int().positive(),
  sha256: z.string(),
  pieces: z.int().positive(),
  /** When it was stored, ms since 1970: the time of its copies on every machine, by which browsers detect a version. */
  at: z.int(),
});

type Whole = z.infer<typeof whole>;

/** Type of a film by its name; undefined for other names. */
export function filmType(name: string): string | undefined {
  const [, ending] = /^[\w-]{1,80}\.(mp4|webm)$/.exec(name) ?? [];
  return ending === undefined ? undefined : types[ending];
}

/** Folder of this machine's films: next to the shop's data, in no folder that is served directly. */
export function filmFolder(): string {
  return path.resolve(env().DATA_DIR, 'video');
}

function addressOf(name: string): string {
  return `film-${name}`;
}

function pieceOf(sha256: string, number: number): string {
  return `${sha256.slice(0, 16)}-${String(number).padStart(6, '0')}`;
}

/** The stored film of a name; undefined when there is none. */
export async function findFilm(name: string): Promise<Whole | undefined> {
  const bytes = await (await openFiles()).find(addressOf(name), 'whole');
  return bytes === undefined ? undefined : whole.parse(JSON.parse(bytes.toString()));
}

function isFilm(name: string, head: Buffer): boolean {
  if (name.endsWith('.mp4')) return head.subarray(4, 8).toString('latin1') === 'ftyp';
  return head.subarray(0, 4).toString('hex') === '1a45dfa3';
}

interface Looked {
  name: string;
  bytes: number;
  sha256: string;
}

/** Reads a file completely. Throws a StartupError that says why it is not an acceptable film. */
async function lookAt(file: string): Promise<Looked> {
  const name = path.basename(file);
  if (filmType(name) === undefined)
    throw new StartupError(`“${name}”：视频文件名只用字母、数字、- 和 _，以 .mp4 或 .webm 结尾。`);
  const found = await stat(file).catch(() => null);
  if (found === null || !found.isFile()) throw new StartupError(`没有文件 ${file}。`);
  if (found.size > maxFilmBytes)
    throw new StartupError(`“${name}”超过 ${maxFilmBytes / 1024 / 1024} MB，请压缩后再存。`);
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of piecesIn(file)) {
    if (bytes === 0 && !isFilm(name, piece)) throw new StartupError(`“${name}”的内容不是 MP4 或 WebM 视频。`);
    hash.update(piece);
    bytes += piece.byteLength;
  }
  if (bytes === 0) throw new StartupError(`“${name}”是空文件。`);
  return { name, bytes, sha256: hash.digest('hex') };
}

/**
 * Stores a film under its file's name; an existing one is left. Throws a StartupError for an unacceptable film, for a
 * name with other content, and when the store fails.
 */
export async function putFilm(file: string, now: Date): Promise<Looked & { isNew: boolean }> {
  const looked = await lookAt(file);
  const { name, bytes, sha256 } = looked;
  const there = await findFilm(name);
  if (there !== undefined && there.sha256 !== sha256)
    throw new StartupError(`已有另一个名为“${name}”的视频。换一个文件名再存，并改商品的“视频”。`);
  if (there !== undefined) return { ...looked, isNew: false };
  const files = await openFiles();
  const hash = createHash('sha256');
  let pieces = 0;
  for await (const piece of piecesIn(file, { highWaterMark: pieceBytes })) {
    hash.update(piece);
    pieces++;
    await files.put(addressOf(name), pieceOf(sha256, pieces), piece);
  }
  if (hash.digest('hex') !== sha256) throw new StartupError(`“${name}”在存放期间被改动，请再存一次。`);
  const joined: Whole = { bytes, sha256, pieces, at: now.getTime() };
  await files.put(addressOf(name), 'whole', Buffer.from(JSON.stringify(joined)));
  return { ...looked, isNew: true };
}

const bringing = new Map<string, Promise<string | undefined>>();

/**
 * Path of a film on this machine; undefined where there is none. The first request copies it from the store. Throws
 * when the store is down, or a piece is missing or differs.
 */
export async function localFilm(name: string): Promise<string | undefined> {
  const file = path.join(filmFolder(), name);
  const found = await stat(file).catch(() => null);
  if (found !== null) return found.isFile() ? file : undefined;
  const brought = bringing.get(name) ?? bring(name, file).finally(() => bringing.delete(name));
  bringing.set(name, brought);
  return brought;
}

async function bring(name: string, file: string): Promise<string | undefined> {
  const joined = await findFilm(name);
  if (joined === undefined) return undefined;
  await mkdir(filmFolder(), { recursive: true });
  // Under a unique name: two processes may copy the same film at once.
  const part = `${file}.${randomUUID()}.part`;
  try {
    await copyPieces(name, joined, part);
    const at = new Date(joined.at);
    await utimes(part, at, at);
    await rename(part, file);
    return file;
  } finally {
    await rm(part, { force: true });
  }
}

async function copyPieces(name: string, { pieces, sha256 }: Whole, target: string): Promise<void> {
  const files = await openFiles();
  const hash = createHash('sha256');
  const handle = await open(target, 'wx', 0o600);
  try {
    for (let number = 1; number <= pieces; number++) {
      const piece = await files.find(addressOf(name), pieceOf(sha256, number));
      if (piece === undefined) throw new Error(`piece ${number} of the film ${name} is missing`);
      hash.update(piece);
      await handle.writeFile(piece);
    }
  } finally {
    await handle.close();
  }
  if (hash.digest('hex') !== sha256) throw new Error(`the film ${name} is not what was put`);
}

/** Whether this machine or the store has a film of the name. */
export async function hasFilm(name: string): Promise<boolean> {
  const isHere = await stat(path.join(filmFolder(), name)).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    },
  );
  return isHere || (await findFilm(name)) !== undefined;
}

/** The bytes of a file, piece by piece. */
function piecesIn(file: string, options: { highWaterMark?: number } = {}): AsyncIterable<Buffer> {
  return createReadStream(file, options);
}
