/**
 * Signatures inside a PDF (ISO 32000, 12.8: adbe.pkcs7.detached). Each is added behind the file, so that earlier ones
 * stay as they are; it covers every byte but its own.
 */
import { type CheckedSignature, checkDetached } from './cms.ts';

/** Bytes kept for one signature with its certificates. */
const room = 6_144;
const digits = 10;
const empty = '0'.repeat(digits);

export interface PdfSigning {
  /** Name of the empty field. */
  field: string;
  name: string;
  reason: string;
  at: Date;
}

/** Adds a signature; `make` signs the covered bytes. Throws for a file without that field. */
export function addSignature(
  pdf: Uint8Array,
  { field, name, reason, at }: PdfSigning,
  make: (covered: Uint8Array) => Uint8Array,
): Uint8Array {
  const text = Buffer.from(pdf).toString('latin1');
  const trailer = text.slice(text.lastIndexOf('trailer'));
  const size = Number(/\/Size (\d+)/.exec(trailer)?.[1]);
  const before = Number(/startxref\s+(\d+)/.exec(trailer)?.[1]);
  const root = /\/Root \d+ \d+ R/.exec(trailer)?.[0] ?? '';
  const info = /\/Info \d+ \d+ R/.exec(trailer)?.[0] ?? '';
  const place = findField(text, field);
  if (place === null || !Number.isInteger(size) || !Number.isInteger(before))
    throw new Error(`a PDF without an empty field ${field}`);
  const dict = [
    '/Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached',
    `/M (${moment(at)}) /Name ${hexText(name)} /Reason ${hexText(reason)}`,
    `/ByteRange [${[empty, empty, empty, empty].join(' ')}]`,
    `/Contents <${'0'.repeat(2 * room)}>`,
  ].join('\n');
  const start = pdf.byteLength + 1;
  const signature = `${size} 0 obj\n<<\n${dict}\n>>\nendobj\n`;
  const updated = `${place.number} 0 obj\n<<${place.dict}/V ${size} 0 R\n>>\nendobj\n`;
  const table = start + signature.length + updated.length;
  const offset = (at: number) => `${String(at).padStart(10, '0')} 00000 n \n`;
  const added =
    `\n${signature}${updated}` +
    `xref\n${place.number} 1\n${offset(start + signature.length)}${size} 1\n${offset(start)}` +
    `trailer\n<<\n/Size ${size + 1}\n${root}\n${info}\n/Prev ${before}\n>>\nstartxref\n${table}\n%%EOF\n`;
  const from = start + signature.indexOf('/Contents <') + '/Contents '.length;
  const to = from + 2 * room + 2;
  const total = pdf.byteLength + added.length;
  const range = [0, from, to, total - to].map((number) => String(number).padStart(digits, '0'));
  const bytes = Buffer.concat([
    pdf,
    Buffer.from(added.replace([empty, empty, empty, empty].join(' '), range.join(' ')), 'latin1'),
  ]);
  const made = make(Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]));
  if (made.byteLength > room) throw new Error('a signature that is larger than its room');
  bytes.write(Buffer.from(made).toString('hex'), from + 1, 'latin1');
  return new Uint8Array(bytes);
}

/** The dictionary of an empty field, which holds no other dictionary. */
function findField(text: string, field: string): { number: string; dict: string } | null {
  const at = text.indexOf(`/T (${field})`);
  if (at < 0) return null;
  const from = text.lastIndexOf('<<', at);
  const to = text.indexOf('>>', at);
  const number = /(?<!\d)(\d{1,10}) 0 obj\s{0,4}$/.exec(text.slice(Math.max(0, from - 30), from))?.[1];
  const dict = text.slice(from + 2, to);
  return number === undefined || dict.includes('/V ') ? null : { number, dict };
}

/** D:20261130065411Z */
function moment(at: Date): string {
  return `D:${at.toISOString().slice(0, 19).replaceAll(/[-T:]/g, '')}Z`;
}

/** A text of any signs: UTF-16 with its mark, in hex. */
function hexText(text: string): string {
  return `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`;
}

interface PdfSignature extends CheckedSignature {
  /** It covers the file to its end. */
  isWhole: boolean;
}

const rangeShape = /\/ByteRange \[(\d{1,10}) (\d{1,10}) (\d{1,10}) (\d{1,10})\]/g;
/** More than a contract has. */
const mostSignatures = 10;

/** The signatures of a PDF in the order of the file; those that cannot be read are left out. */
export function listSignaturesIn(pdf: Uint8Array): PdfSignature[] {
  const text = Buffer.from(pdf).toString('latin1');
  return [...text.matchAll(rangeShape)].slice(0, mostSignatures).flatMap((match) => {
    const [first = 1, from = 0, to = 0, rest = 0] = match.slice(1).map(Number);
    if (first !== 0 || from > to || to + rest > pdf.byteLength) return [];
    const hex = text.slice(from, to);
    if (!/^<[0-9a-f]+>$/i.test(hex)) return [];
    const der = Buffer.from(hex.slice(1, -1), 'hex');
    const covered = Buffer.concat([pdf.subarray(0, from), pdf.subarray(to, to + rest)]);
    const checked = checkDetached(der, covered);
    return checked === null ? [] : [{ ...checked, isWhole: to + rest === pdf.byteLength }];
  });
}
