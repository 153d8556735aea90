/** Drawings of the demo's documents: real ones would belong to a real company. Each says that it is a sample. */
import { escapeXml } from '#lib/rules/text/xml.ts';

/** Pixels of a drawn document. */
export const drawnSize = { width: 720, height: 1000 };
const { width, height } = drawnSize;

export const drawnFont = 'Noto Sans CJK SC,WenQuanYi Micro Hei,PingFang SC,Microsoft YaHei,sans-serif';

/** Characters of a value that fit next to its name. */
const lineSigns = 18;

/** A document with a frame, names with their values, and the demo's seal, as SVG. */
export function drawPaper(
  title: string,
  lines: readonly (readonly [name: string, value: string])[],
  frame = '#0a7d5a',
): string {
  const text = lines
    .map(
      ([name, value], at) =>
        `<text x="90" y="${330 + at * 76}" fill="#5b6472">${name}</text>${wrapped(value)
          .map((part, n) => `<text x="230" y="${330 + at * 76 + n * 32}">${escapeXml(part)}</text>`)
          .join('')}`,
    )
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${drawnFont}" font-size="24" fill="#1d2129">
<rect width="100%" height="100%" fill="#fdfbf5"/><rect x="30" y="30" width="660" height="940" fill="none" stroke="${frame}" stroke-width="10"/><rect x="48" y="48" width="624" height="904" fill="none" stroke="${frame}" stroke-width="2"/>
<text x="360" y="190" font-size="${title.length > 13 ? 36 : 46}" font-weight="700" text-anchor="middle">${escapeXml(title)}</text>${text}
<circle cx="530" cy="790" r="88" fill="none" stroke="#c0392b" stroke-width="6" opacity=".75"/><text x="530" y="800" font-size="28" text-anchor="middle" fill="#c0392b" opacity=".8">演示用章</text>
<text x="360" y="925" font-size="20" text-anchor="middle" fill="#5b6472">演示数据，不是真实证件</text></svg>`;
}

/** Two lines at most. */
function wrapped(value: string): string[] {
  return [value.slice(0, lineSigns), value.slice(lineSigns, 2 * lineSigns)].filter((part) => part !== '');
}

/** A PDF of one page, which is the picture (JPEG of the size of drawn documents). */
export function asPdf(picture: Buffer): Buffer {
  const shown = `${width} 0 0 ${height} 0 0 cm /P Do`;
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>`,
    ),
    Buffer.from(`<< /Length ${shown.length} >>\nstream\n${shown}\nendstream`),
    Buffer.concat([
      Buffer.from(
        `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${picture.byteLength} >>\nstream\n`,
      ),
      picture,
      Buffer.from('\nendstream'),
    ]),
  ];
  const parts = [Buffer.from('%PDF-1.4\n')];
  const places: number[] = [];
  let length = 9;
  for (const [at, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    places.push(length);
    parts.push(part);
    length += part.byteLength;
  }
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const end = `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}
