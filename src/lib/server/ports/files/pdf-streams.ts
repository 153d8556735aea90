/**
 * The object streams of a PDF (ISO 32000-1, 7.5.7): compressed objects that a search of the file's bytes does not find.
 * What cannot be searched is refused: PDF readers know more compressions than we do.
 */
import { inflateSync, constants as zlib } from 'node:zlib';
import { FileError, fileLimits } from './limits.ts';
import { type PdfDictionary, PdfReader, type PdfValue, unescaped } from './pdf-values.ts';

const unknown = () => new FileError('的压缩方式无法检查，请另存为普通 PDF 或拍照上传');

/** The content of every object stream in order. Throws FileError for one that cannot be read, or is too large. */
export function* objectStreams(bytes: Buffer, text: string): Generator<Buffer> {
  let left = fileLimits.objects;
  let looked = 0;
  let count = 0;
  for (const { index } of text.matchAll(/obj/g)) {
    const reader = new PdfReader(text, index + 3);
    reader.skipBlank();
    if (!text.startsWith('<<', reader.at)) continue;
    const dictionary = reader.value();
    // Objects in each other's strings would be read over and over.
    looked += reader.at - index;
    if (looked > text.length * 4) throw unknown();
    if (dictionary?.kind !== 'dictionary') {
      looked += refuseBroken(text, index);
      continue;
    }
    if (!isObjectStream(dictionary)) continue;
    reader.skipBlank();
    if (reader.word() !== 'stream') continue;
    reader.skipLine();
    if (dictionary.isDoubled || ++count > fileLimits.objectStreams) throw unknown();
    const content = contentOf(dictionary, bytes.subarray(reader.at + 1), left);
    if (content === null) continue;
    left -= content.byteLength;
    yield content;
  }
}

/** A dictionary that we cannot read, but a less strict reader may. Returns how much was read. */
function refuseBroken(text: string, from: number): number {
  const head = text.slice(from, Math.max(from, text.indexOf('stream', from)));
  if (/\/(?:ObjStm|First)\b/.test(unescaped(head))) throw unknown();
  return head.length;
}

/** Some readers go by its type, some by its two numbers. */
function isObjectStream({ entries }: PdfDictionary): boolean {
  const type = entries.get('Type');
  return (type?.kind === 'name' && type.name === 'ObjStm') || entries.has('First');
}

/** Null where it is not compressed: then it is part of the file's bytes. */
function contentOf({ entries }: PdfDictionary, data: Buffer, most: number): Buffer | null {
  const filter = only(entries.get('Filter') ?? entries.get('F'));
  if (filter === null) return null;
  if (filter.kind !== 'name' || !['FlateDecode', 'Fl'].includes(filter.name)) throw unknown();
  const how = only(entries.get('DecodeParms') ?? entries.get('DP'));
  const content = inflated(data, most);
  return how === null ? content : unpredicted(content, how);
}

/** The only value of a list of one, or the value itself; null for none. */
function only(value: PdfValue | undefined): PdfValue | null {
  if (value === undefined || value.kind === 'null') return null;
  if (value.kind !== 'array') return value;
  if (value.items.length > 1) throw unknown();
  return only(value.items[0]);
}

function inflated(data: Buffer, most: number): Buffer {
  try {
    // Bytes after the compressed data are not searched; a missing end is not our concern.
    return inflateSync(data, { maxOutputLength: Math.max(1, most), finishFlush: zlib.Z_SYNC_FLUSH });
  } catch (error) {
    if (error instanceof RangeError) throw new FileError('展开后过大，请另存为普通 PDF 或拍照上传');
    throw unknown();
  }
}

/** Reverses a predictor (7.4.4.4): bytes written as differences from those to the left and above. */
function unpredicted(data: Buffer, how: PdfValue): Buffer {
  if (how.kind !== 'dictionary' || how.isDoubled) throw unknown();
  const number = (key: string, none: number): number => {
    const value = how.entries.get(key);
    if (value === undefined) return none;
    if (value.kind !== 'number' || value.number < 1 || value.number > 1_000_000) throw unknown();
    return value.number;
  };
  const predictor = number('Predictor', 1);
  if (predictor === 1) return data;
  const bits = number('Colors', 1) * number('BitsPerComponent', 8);
  const wide = Math.ceil((number('Columns', 1) * bits) / 8);
  // Differences of other units than bytes occur in pictures.
  if (predictor < 10 || bits % 8 !== 0) throw unknown();
  return fromRows(data, wide, bits / 8);
}

/** PNG rows: a filter byte, then `wide` bytes. */
function fromRows(data: Buffer, wide: number, step: number): Buffer {
  const rows = Math.ceil(data.byteLength / (wide + 1));
  const made = Buffer.alloc(rows * wide);
  let end = 0;
  for (let row = 0; row < rows; row++) {
    const how = data.readUInt8(row * (wide + 1));
    if (how > 4) throw unknown();
    for (let at = 0; at < wide; at++) {
      const from = row * (wide + 1) + 1 + at;
      if (from >= data.byteLength) break;
      end = row * wide + at;
      const left = at < step ? 0 : made.readUInt8(end - step);
      const above = row === 0 ? 0 : made.readUInt8(end - wide);
      const both = row === 0 || at < step ? 0 : made.readUInt8(end - wide - step);
      made[end] = data.readUInt8(from) + guessOf(how, left, above, both);
    }
  }
  return made.subarray(0, end + 1);
}

function guessOf(how: number, left: number, above: number, both: number): number {
  if (how === 1) return left;
  if (how === 2) return above;
  if (how === 3) return Math.floor((left + above) / 2);
  if (how === 4) {
    const sum = left + above - both;
    const [a, b, c] = [Math.abs(sum - left), Math.abs(sum - above), Math.abs(sum - both)];
    return a <= b && a <= c ? left : b <= c ? above : both;
  }
  return 0;
}
