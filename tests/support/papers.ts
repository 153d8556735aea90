/** Files as companies hand them in: pictures, PDFs, and what should not get in. */
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A picture of one colour. */
export function pictureOf(
  colour: string,
  format: 'jpeg' | 'png' | 'webp' = 'jpeg',
  side = 400,
): Promise<Buffer> {
  return sharp({ create: { width: side, height: Math.round(side * 0.7), channels: 3, background: colour } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .toFormat(format)
    .toBuffer();
}

/** A PDF of so many pages with a black square on each. */
export function pdfOf(pages = 1, more = ''): Buffer {
  const square = '0 0 0 rg 100 100 200 200 re f';
  const kids = Array.from({ length: pages }, (_, at) => `${at + 4} 0 R`).join(' ');
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${more} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    `<< /Length ${square.length} >>\nstream\n${square}\nendstream`,
    ...Array.from(
      { length: pages },
      () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 3 0 R /Resources << >> >>',
    ),
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const start = text.length;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** How an object stream is written: what its dictionary says of that, and its bytes. */
export interface Pressed {
  entries: string;
  data: Buffer;
}

export const pressed = (content: Buffer): Pressed => ({
  entries: '/Filter /FlateDecode',
  data: deflateSync(content),
});

/** As the newer programs write: differences from the row above and the bytes beside, every way of PNG in turn. */
export function predicted(content: Buffer, columns = 7): Pressed {
  const rows = Array.from({ length: Math.ceil(content.byteLength / columns) }, (_, row) => {
    const made = Buffer.alloc(columns + 1);
    made[0] = row % 5;
    for (let at = 0; at < columns; at++) {
      const byte = (y: number, x: number) => (x < 0 || y < 0 ? 0 : (content[y * columns + x] ?? 0));
      const [left, above, both] = [byte(row, at - 1), byte(row - 1, at), byte(row - 1, at - 1)];
      const guess = [0, left, above, Math.floor((left + above) / 2), paeth(left, above, both)][row % 5]!;
      made[at + 1] = byte(row, at) - guess;
    }
    return made;
  });
  const entries = `/Filter [/FlateDecode] /DecodeParms [<< /Predictor 15 /Columns ${columns} >>]`;
  return { entries, data: deflateSync(Buffer.concat(rows)) };
}

function paeth(left: number, above: number, both: number): number {
  const sum = left + above - both;
  const near = [left, above, both].toSorted((a, b) => Math.abs(sum - a) - Math.abs(sum - b));
  return near[0]!;
}

/** A PDF whose catalogue, pages and page lie in an object stream, found by a pressed table (PDF 1.5 and later). */
export function pressedPdf(more = '', press: (content: Buffer) => Pressed = pressed): Buffer {
  const square = '0 0 0 rg 100 100 200 200 re f';
  const inside: [number, string][] = [
    [1, `<< /Type /Catalog /Pages 2 0 R ${more} >>`],
    [2, '<< /Type /Pages /Kids [4 0 R] /Count 1 >>'],
    [4, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 3 0 R /Resources << >> >>'],
  ];
  let body = '';
  const heads = inside.map(([no, object]) => {
    const head = `${no} ${body.length}`;
    body += `${object} `;
    return head;
  });
  const head = `${heads.join(' ')} `;
  const { entries, data } = press(Buffer.from(head + body, 'latin1'));
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n')];
  const places = new Map<number, number>();
  const put = (no: number, dictionary: string, bytes: Buffer) => {
    places.set(no, Buffer.concat(parts).byteLength);
    parts.push(
      Buffer.from(`${no} 0 obj\n<< ${dictionary} /Length ${bytes.byteLength} >>\nstream\n`, 'latin1'),
      bytes,
      Buffer.from('\nendstream\nendobj\n'),
    );
  };
  put(3, '', Buffer.from(square));
  put(5, `/Type /ObjStm /N ${inside.length} /First ${head.length} ${entries}`, data);
  const start = Buffer.concat(parts).byteLength;
  const row = (kind: number, place: number, nth = 0) => [kind, place >> 8, place & 255, nth];
  const within = (no: number) => inside.findIndex(([own]) => own === no);
  const rows = [0, 1, 2, 3, 4, 5, 6].map((no) => {
    if (no === 0) return row(0, 0);
    if (within(no) >= 0) return row(2, 5, within(no));
    return row(1, no === 6 ? start : places.get(no)!);
  });
  const table = predicted(Buffer.from(rows.flat()), 4);
  put(6, `/Type /XRef /Size 7 /W [1 2 1] /Root 1 0 R ${table.entries}`, table.data);
  return Buffer.concat([...parts, Buffer.from(`startxref\n${start}\n%%EOF\n`)]);
}

/** A PNG that says it has so many pixels a side and is some kilobytes long. */
export function pngBomb(side: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const row = Math.ceil(side / 8) + 1;
  const pixels = deflateSync(Buffer.alloc(Math.min(row * side, 64 * 1024 * 1024)), { level: 9 });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.byteLength);
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, sum]);
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
