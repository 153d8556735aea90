import { inTurn } from '#lib/rules/terms/must.ts';
import { makeRandom } from '#lib/rules/text/random.ts';
import { type Drawn, group, packageOf, sheetOf } from './drawn.ts';
import { front } from './faces.ts';
import { hsl } from './palette.ts';
import { escapeText, r } from './text.ts';

/** Width and height of an ad by its slot; the page lays the title over the left (or upper) part. */
const sizes: Record<string, [width: number, height: number]> = {
  index: [1200, 400],
  top: [1200, 80],
  bottom: [1200, 80],
  right: [240, 300],
  'top-right': [240, 300],
  login: [640, 720],
};

const hues = [162, 205, 28, 228, 188, 345, 145];

/** Draws an ad: a calm gradient with light shapes, and up to three packages that belong to it. */
export function drawBanner(id: number, slot: string, title: string, products: Drawn[]): string {
  const [width, height] = sizes[slot] ?? [800, 240];
  const random = makeRandom(`${slot}${title}`);
  const hue = inTurn(hues, id);
  const isTall = height > width;
  const shapes = Array.from({ length: isTall ? 5 : 8 }, () => {
    const size = Math.round(height * (0.12 + random.next() * 0.4));
    return `<circle cx="${r(random.next() * width)}" cy="${r(random.next() * height)}" r="${size}" fill="#fff" opacity=".07"/>`;
  }).join('');
  const wave = `<path d="M0 ${r(height * 0.82)}C${r(width * 0.25)} ${r(height * 0.62)} ${r(width * 0.5)} ${r(height * 1.02)} ${width} ${r(height * 0.7)}V${height}H0z" fill="#fff" opacity=".12"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeText(title)}" font-family="PingFang SC,Microsoft YaHei,Noto Sans CJK SC,sans-serif"><defs><linearGradient id="ground" x1="0" y1="0" x2="1" y2=".6"><stop offset="0" stop-color="${hsl(hue, 62, 27)}"/><stop offset=".55" stop-color="${hsl(hue, 56, 38)}"/><stop offset="1" stop-color="${hsl(hue + 14, 58, 54)}"/></linearGradient><radialGradient id="glow"><stop offset="0" stop-color="#fff" stop-opacity=".5"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient><radialGradient id="shade"><stop offset="0" stop-color="#06222a" stop-opacity=".45"/><stop offset="1" stop-color="#06222a" stop-opacity="0"/></radialGradient></defs><rect width="${width}" height="${height}" fill="url(#ground)"/>${shapes}${wave}${packs(width, height, products)}</svg>`;
}

/** The packages on the right (tall: below), the middle one in front. */
function packs(width: number, height: number, products: Drawn[]): string {
  const isTall = height > width;
  const reach = isTall ? Math.min(width * 0.62, height * 0.5) : height * 0.86;
  const scale = reach / 400;
  const middle = isTall ? width / 2 : width - reach * 1.25;
  const top = isTall ? height * 0.9 - reach : height * 0.08;
  const aside = isTall ? 0.4 : 0.62;
  const beside = [-aside, aside];
  const shown = height < 120 ? products.slice(0, 1) : products.slice(0, 3);
  const glow = `<ellipse cx="${r(middle)}" cy="${r(top + reach / 2)}" rx="${r(reach * 1.05)}" ry="${r(reach * 0.7)}" fill="url(#glow)"/>`;
  return (
    glow +
    shown
      .map((product, at) => {
        const offset = shown.length === 1 ? 0 : (beside[at] ?? 0);
        const size = scale * (at === 2 || shown.length === 1 ? 1 : 0.82);
        const x = middle + offset * reach - 200 * size;
        const y = top + reach - 400 * size;
        return group(`translate(${r(x)} ${r(y)}) scale(${size.toFixed(3)})`, alone(product, at));
      })
      .join('')
  );
}

/**
 * The package without name, brand and maker: a public picture that shows a drug by name is a drug advertisement, which
 * needs an approval number (and is never allowed for a prescription drug).
 */
function anonymous(p: Drawn): Drawn {
  const form = p.kind === '中药饮片' ? '' : p.form;
  return {
    ...p,
    look: p.name,
    name: p.category1,
    form,
    brand: '',
    maker: '',
    spec: '',
    origin: '',
    size: '',
    otc: '',
  };
}

/** A package whose gradients have names of their own: several stand in one document. */
function alone(product: Drawn, at: number): string {
  const { parts, defs } = front({ ...sheetOf(product), p: anonymous(product) });
  return `<defs>${defs}</defs>${parts}`
    .replaceAll(/id="(\w+)"/g, `id="$1x${at}"`)
    .replaceAll(/href="#(\w+)"/g, `href="#$1x${at}"`)
    .replaceAll(/url\(#(?!shade)(\w+)\)/g, `url(#$1x${at})`);
}

/** Whether a product looks well in a banner: something that stands. */
export function isShowy(product: Drawn): boolean {
  return packageOf(product) !== 'infusion';
}
