/** Unpacks the XML of an XLSX; what counts is the bytes that come out, not the sizes that the archive states. */
import { inflateRawSync } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { codeOf } from '../../core/process/error-facts.ts';
import { TableError, type TableLimits } from './limits.ts';

const mostEntries = 500;
/** The XML of real sheets shrinks to a thirtieth; deflate ends at a thousandth. */
const mostRatio = 250;
/** Below this an entry may shrink as it likes. */
const smallEntry = 1024 * 1024;

/** The XML files of the archive by their path. Throws TableError when they unpack to more than the limit. */
export async function unzipXml(bytes: Buffer, limits: TableLimits): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { validateEntrySizes: false });
  if (zip.entryCount > mostEntries) throw new TableError('里的文件过多，请另存为 CSV（UTF-8）再导入。');
  const files = new Map<string, Buffer>();
  let left = limits.unpacked;
  for await (const entry of zip.eachEntry()) {
    if (!/\.(xml|rels)$/.test(entry.fileName)) continue;
    const content = unpack(entry, await readPacked(zip, entry), left);
    left -= content.byteLength;
    files.set(entry.fileName, content);
  }
  return files;
}

function unpack(entry: Entry, packed: Buffer, left: number): Buffer {
  const isStored = entry.compressionMethod === 0;
  const most = Math.min(left, Math.max(smallEntry, packed.byteLength * mostRatio));
  if (isStored && packed.byteLength > most) throw tooLarge();
  if (isStored) return packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: most });
  } catch (error) {
    throw codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : error;
  }
}

function tooLarge(): TableError {
  return new TableError('解压后过大，请删去多余的工作表和格式，或另存为 CSV（UTF-8）再导入。');
}

/** The packed entry: a part of the file, whatever size it declares. */
async function readPacked(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (!entry.canDecodeFileData()) throw new TableError('已加密，请取消密码后再导入。');
  const stream = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
