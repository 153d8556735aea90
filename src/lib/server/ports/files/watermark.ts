/** Pictures of documents as people see them: with their purpose written all over them. */
import { escapeXml } from '#lib/rules/text/xml.ts';
import { canWriteChinese } from '../../engines/pictures/raster.ts';

export interface Mark {
  company: string;
  /** A day in Shanghai, 2026-11-23. */
  day: string;
}

/** A JPEG of the picture with the watermark; a machine without a font for Chinese writes it in Latin letters. */
export async function watermark(picture: Buffer, mark: Mark): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded at first use.
  const { default: sharp } = await import('sharp');
  const { width = 1, height = 1 } = await sharp(picture).metadata();
  const drawn = await sharp(picture)
    .composite([{ input: Buffer.from(drawMark(mark, width, height)) }])
    .jpeg({ quality: 80 })
    .toBuffer();
  return new Uint8Array(drawn);
}

function drawMark({ company, day }: Mark, width: number, height: number): string {
  const size = Math.max(12, Math.round(Math.max(width, height) / 42));
  const [use, who] = canWriteChinese()
    ? ['仅供药批网审核使用', `${company} ${day}`]
    : ['FOR REVIEW BY YAOPI ONLY', day];
  const step = { x: size * 22, y: size * 9 };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
<pattern id="p" width="${step.x}" height="${step.y}" patternUnits="userSpaceOnUse" patternTransform="rotate(-24)">
<g font-family="Noto Sans CJK SC,WenQuanYi Micro Hei,PingFang SC,Microsoft YaHei,sans-serif" font-size="${size}" fill="#5b6472" fill-opacity=".34">
<text x="${size}" y="${size * 3}" font-weight="600">${use}</text><text x="${size}" y="${size * 4.6}">${escapeXml(who)}</text>
</g></pattern></defs><rect width="100%" height="100%" fill="url(#p)"/></svg>`;
}
