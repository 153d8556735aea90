/**
 * The source of the pictures named by an import's rows: a folder, or a ZIP. Names are looked up, never joined to a
 * path.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { StartupError } from '#lib/server/core/process/env.ts';
import { PictureError, pictureLimits } from '../pictures/decode.ts';

/** Most files of a folder or a ZIP. */
const mostFiles = 200_000;

export interface PictureFiles {
  /** The bytes of a file by its name, with or without its folder. Throws a PictureError. */
  read(name: string): Promise<Uint8Array>;
  close(): void;
}

interface Found {
  bytes: number;
  load: () => Promise<Uint8Array>;
}

/** Opens a folder or a ZIP with pictures. Throws a StartupError with one sentence when it is of no use. */
export async function openPictureFiles(place: string): Promise<PictureFiles> {
  const found = await stat(place).catch(() => null);
  if (found === null) throw new StartupError(`找不到图片文件夹或 ZIP“${place}”，请检查路径。`);
  return found.isDirectory() ? openFolder(place) : openZip(place);
}

async function openFolder(place: string): Promise<PictureFiles> {
  const files = new Map<string, Found[]>();
  for (const entry of await readdir(place, { recursive: true, withFileTypes: true })) {
    // A link may lead anywhere.
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const { size } = await stat(file);
    note(files, [path.relative(place, file)], { bytes: size, load: () => readFile(file) });
  }
  return { read: (name) => readOne(files, name), close: () => undefined };
}

async function openZip(place: string): Promise<PictureFiles> {
  const zip = await openPromise(place, { decodeStrings: false, autoClose: false, lazyEntries: true }).catch(
    (error: unknown) => {
      throw new StartupError(`“${place}”不是文件夹，也不是可以打开的 ZIP。`, { cause: error });
    },
  );
  const files = new Map<string, Found[]>();
  for await (const entry of zip.eachEntry()) {
    const found = { bytes: entry.uncompressedSize, load: () => unpack(zip, entry) };
    const names = entryNames(entry);
    if (!names[0]?.endsWith('/')) note(files, names, found);
  }
  return { read: (name) => readOne(files, name), close: () => zip.close() };
}

/** Set where names are said to be UTF-8. */
const saysUtf8 = 0x800;

/**
 * The names of an entry. Archives of Windows have GBK and those of a Mac UTF-8, neither declares it, and the bytes of
 * 图片 are valid in both: such an entry is found by both names.
 */
function entryNames({ fileNameRaw, generalPurposeBitFlag }: Entry): string[] {
  const utf8 = fileNameRaw.toString('utf8');
  if ((generalPurposeBitFlag & saysUtf8) !== 0) return [utf8];
  return [utf8, new TextDecoder('gb18030').decode(fileNameRaw)];
}

/** Sizes declared by an archive are not trusted: unpacking counts the bytes. */
async function unpack(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  if (!entry.canDecodeFileData()) throw new PictureError('已加密，请取消 ZIP 的密码');
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      const part = Buffer.from(piece);
      bytes += part.length;
      if (bytes > pictureLimits.bytes) throw new PictureError('超过 10 MB');
      pieces.push(part);
    }
  } catch (error) {
    if (error instanceof PictureError) throw error;
    throw new PictureError('在 ZIP 里已损坏，无法读取', { cause: error });
  }
  return Buffer.concat(pieces);
}

function plain(name: string): string {
  return name
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replace(/^\.?\/+/, '')
    .toLowerCase();
}

/** Under its whole path, and under its name alone. */
function note(files: Map<string, Found[]>, names: readonly string[], found: Found): void {
  if (files.size > mostFiles * 2) throw new StartupError(`图片文件超过 ${mostFiles} 个，请分几次导入。`);
  const keys = names.map(plain).flatMap((whole) => [whole, path.posix.basename(whole)]);
  for (const key of new Set(keys)) files.set(key, [...(files.get(key) ?? []), found]);
}

async function readOne(files: Map<string, Found[]>, name: string): Promise<Uint8Array> {
  const [found, second] = files.get(plain(name)) ?? [];
  if (found === undefined) throw new PictureError('没有找到');
  if (second !== undefined) throw new PictureError('有几个同名文件，请写上文件夹');
  if (found.bytes > pictureLimits.bytes) throw new PictureError('超过 10 MB');
  return found.load();
}
