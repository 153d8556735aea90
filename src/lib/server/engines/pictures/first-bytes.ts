/** The kind of a file by its first bytes: its name and the sender's declaration do not count. */
export type FileKind = 'jpeg' | 'png' | 'webp' | 'heic' | 'pdf';

const heicBrands = ['heic', 'heix', 'hevc', 'hevx', 'mif1', 'msf1'];

const kinds: Record<FileKind, (bytes: Buffer) => boolean> = {
  jpeg: (bytes) => startsWith(bytes, 'ffd8ff'),
  png: (bytes) => startsWith(bytes, '89504e470d0a1a0a'),
  webp: (bytes) => textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP',
  heic: (bytes) => textAt(bytes, 4, 4) === 'ftyp' && heicBrands.includes(textAt(bytes, 8, 4)),
  pdf: (bytes) => textAt(bytes, 0, 5) === '%PDF-',
};

/** The kind by the first bytes; null for any other. */
export function kindOf(bytes: Buffer): FileKind | null {
  const names: FileKind[] = ['jpeg', 'png', 'webp', 'heic', 'pdf'];
  return names.find((name) => kinds[name](bytes)) ?? null;
}

function startsWith(bytes: Buffer, hex: string): boolean {
  return bytes.subarray(0, hex.length / 2).toString('hex') === hex;
}

function textAt(bytes: Buffer, from: number, length: number): string {
  return bytes.subarray(from, from + length).toString('latin1');
}
