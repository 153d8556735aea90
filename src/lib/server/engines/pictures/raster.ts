/** Drawings as points, for those who read no SVG: previews of shared links. */
import { globSync } from 'node:fs';
import path from 'node:path';
import { type Picture, pictureOf } from './picture.ts';

/** Files of fonts that draw Chinese, as the distributions call them. */
const chineseFont =
  /cjk|wqy|wenquanyi|source-?han|droidsansfallback|arphic|uming|ukai|simsun|simhei|msyh|heiti|songti|sc-regular/i;
const folders = ['/usr/share/fonts', '/usr/local/share/fonts', path.join(process.env.HOME ?? '/', '.fonts')];

let hasFont: boolean | undefined;

/** Whether this machine can write Chinese: without such a font a card would be a row of boxes. */
export function canWriteChinese(): boolean {
  hasFont ??=
    process.platform !== 'linux' ||
    folders.some((cwd) => globSync('**/*.{ttf,ttc,otf}', { cwd }).some((file) => chineseFont.test(file)));
  return hasFont;
}

/** The PNG of a drawing. sharp works on threads of its own, and is loaded at first use. */
export async function rasterize(svg: string): Promise<Picture> {
  const { default: sharp } = await import('sharp');
  const png = await sharp(Buffer.from(svg)).png({ palette: true, quality: 90, effort: 4 }).toBuffer();
  return pictureOf(new Uint8Array(png), 'image/png');
}
