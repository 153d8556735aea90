import { inTurn } from '#lib/rules/terms/must.ts';
import { makeRandom, type Random } from '#lib/rules/text/random.ts';
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

/** Faint motifs on the background of a banner: no two neighbours have the same. */
const motifs: ((width: number, height: number, random: Random) => string)[] = [
  (width, height, random) =>
    Array.from({ length: height > width ? 5 : 8 }, () => {
      const size = Math.round(height * (0.12 + random.next() * 0.4));
      return `<circle cx="${r(random.next() * width)}" cy="${r(random.next() * height)}" r="${size}" fill="#fff" opacity=".07"/>`;
    }).join(''),
  (width, height) =>
    Array.from(
      { length: 6 },
      (_, at) =>
        `<circle cx="${r(width * 0.8)}" cy="${r(height * 0.5)}" r="${r(height * (0.3 + at * 0.22))}" fill="none" stroke="#fff" stroke-width="${r(height * 0.03)}" opacity="${r(0.16 - at * 0.022)}"/>`,
    ).join(''),
  (width, height) =>
    Array.from({ length: 7 }, (_, at) => {
      const x = width * (0.3 + at * 0.13);
      return `<path d="M${r(x)} ${height}L${r(x + height * 0.7)} 0h${r(width * 0.045)}L${r(x + width * 0.045)} ${height}z" fill="#fff" opacity="${at % 2 ? 0.05 : 0.1}"/>`;
    }).join(''),
  (width, height, random) =>
    Array.from({ length: 14 }, () => {
      const [x, y] = [width * (0.3 + random.next() * 0.7), random.next() * height];
      const size = height * (0.05 + random.next() * 0.09);
      return `<path d="M${r(x - size)} ${r(y)}h${r(size * 2)}M${r(x)} ${r(y - size)}v${r(size * 2)}" stroke="#fff" stroke-width="${r(size * 0.55)}" stroke-linecap="round" opacity=".09"/>`;
    }).join(''),
];

/** Number and position of the packages: the share of the height, the offset from the middle, and from the top. */
type Place = { size: number; aside: number; down: number };
const layouts: Place[][] = [
  [
    { size: 0.82, aside: -0.62, down: 0 },
    { size: 0.82, aside: 0.62, down: 0 },
    { size: 1, aside: 0, down: 0 },
  ],
  [{ size: 1.5, aside: 0.1, down: 0.34 }],
  [
    { size: 0.6, aside: -0.86, down: 0 },
    { size: 0.82, aside: -0.26, down: 0 },
    { size: 1.08, aside: 0.5, down: 0.04 },
  ],
  [
    { size: 0.9, aside: -0.4, down: 0 },
    { size: 1.12, aside: 0.38, down: 0.08 },
  ],
];

/** Draws an ad: a calm gradient with light shapes, and up to three packages that belong to it. */
export function drawBanner(id: number, slot: string, title: string, products: Drawn[]): string {
  const [width, height] = sizes[slot] ?? [800, 240];
  const random = makeRandom(`${slot}${title}`);
  const hue = inTurn(hues, id);
  const shapes = inTurn(motifs, id)(width, height, random);
  const wave = `<path d="M0 ${r(height * 0.82)}C${r(width * 0.25)} ${r(height * 0.62)} ${r(width * 0.5)} ${r(height * 1.02)} ${width} ${r(height * 0.7)}V${height}H0z" fill="#fff" opacity=".12"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeText(title)}" font-family="PingFang SC,Microsoft YaHei,Noto Sans CJK SC,sans-serif"><defs><linearGradient id="ground" x1="0" y1="0" x2="1" y2=".6"><stop offset="0" stop-color="${hsl(hue, 62, 27)}"/><stop offset=".55" stop-color="${hsl(hue, 56, 38)}"/><stop offset="1" stop-color="${hsl(hue + 14, 58, 54)}"/></linearGradient><radialGradient id="glow"><stop offset="0" stop-color="#fff" stop-opacity=".5"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient><radialGradient id="shade"><stop offset="0" stop-color="#06222a" stop-opacity=".45"/><stop offset="1" stop-color="#06222a" stop-opacity="0"/></radialGradient></defs><rect width="${width}" height="${height}" fill="url(#ground)"/>${shapes}${wave}${packs(width, height, products, inTurn(layouts, id + (slot === 'index' ? 0 : 1)))}</svg>`;
}

/** The packages on the right (tall: below), the last one in front. */
function packs(width: number, height: number, products: Drawn[], layout: readonly Place[]): string {
  const isTall = height > width;
  const reach = isTall ? Math.min(width * 0.62, height * 0.5) : height * 0.86;
  const scale = reach / 400;
  const middle = isTall ? width / 2 : width - reach * 1.25;
  const top = isTall ? height * 0.9 - reach : height * 0.08;
  // A strip has room for one; too few products are placed as if there were one.
  const places = height < 120 || products.length < layout.length ? layout.slice(-products.length) : layout;
  const shown = products.slice(0, height < 120 ? 1 : places.length);
  const glow = `<ellipse cx="${r(middle)}" cy="${r(top + reach / 2)}" rx="${r(reach * 1.05)}" ry="${r(reach * 0.7)}" fill="url(#glow)"/>`;
  return (
    glow +
    shown
      .map((product, at) => {
        const place = places[at] ?? { size: 1, aside: 0, down: 0 };
        const size = scale * (height < 120 ? 1 : place.size);
        const aside = height < 120 ? 0 : place.aside * (isTall ? 0.62 : 1);
        const x = middle + aside * reach - 200 * size;
        const y = top + reach * (1 + place.down) - 400 * size;
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

/** A package with unique gradient names: several are in one document. */
function alone(product: Drawn, at: number): string {
  const { parts, defs } = front({ ...sheetOf(product), p: anonymous(product) });
  const [start = '', ...uses] = `<defs>${defs}</defs>${parts}`
    .replaceAll(/id="(\w+)"/g, `id="$1x${at}"`)
    .replaceAll(/href="#(\w+)"/g, `href="#$1x${at}"`)
    .split('url(#');
  // A shade is common to all.
  const renamed = uses.map((use) => (use.startsWith('shade') ? use : use.replace(')', `x${at})`)));
  return [start, ...renamed].join('url(#');
}

/** Whether a product looks well in a banner: one that stands upright. */
export function isShowy(product: Drawn): boolean {
  return packageOf(product) !== 'infusion';
}
