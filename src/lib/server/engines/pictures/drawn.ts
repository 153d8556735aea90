import { makeRandom, type Random } from '#lib/rules/text/random.ts';
import { type Palette, paletteOf } from './palette.ts';

/** The facts of a product that a picture needs. */
export type Drawn = {
  id: number;
  kind: string;
  category1: string;
  category2: string;
  name: string;
  brand: string;
  maker: string;
  spec: string;
  form: string;
  origin: string;
  size: string;
  approvalNo: string;
  unit: string;
  midPack: number;
  otc: string;
  storage: string;
  shelfLifeMonths: number;
  indications: string;
  /** The name that decides how the thing looks, where the name itself is not to be read. */
  look?: string;
};

/** A product on the drawing board: its colours, and a chance of its own. */
export type Sheet = { p: Drawn; c: Palette; random: Random };

export function sheetOf(p: Drawn): Sheet {
  return { p, c: paletteOf(p.maker), random: makeRandom(`${p.name}${p.maker}`) };
}

/** Kinds of packages; each has a front, and something inside. */
export type Package =
  | 'box'
  | 'bottle'
  | 'syrup'
  | 'tube'
  | 'dropper'
  | 'spray'
  | 'ampoule'
  | 'vial'
  | 'infusion'
  | 'herb'
  | 'pouch'
  | 'jar'
  | 'pump'
  | 'device';

/** Which package a product comes in, by its kind, dosage form and sales unit. */
export function packageOf(p: Drawn): Package {
  const name = p.look ?? p.name;
  if (p.kind === '中药饮片') return 'herb';
  if (p.kind === '医疗器械') {
    // By words of the name first: 喷雾器 is a device, 喷雾 is sprayed.
    if (/喷雾$|喷剂/.test(name)) return 'spray';
    if (/润滑剂|凝胶$/.test(name) && p.unit === '支') return 'tube';
    // A packet of masks is a box, ten gauze bandages by the bag are a bag.
    if (isSupply(name)) return p.unit === '袋' ? 'pouch' : 'box';
    return 'device';
  }
  if (p.kind === '保健食品') return p.unit === '瓶' ? 'jar' : 'box';
  if (p.kind === '消毒个护') {
    if (p.unit === '袋') return 'pouch';
    if (/膏|霜|凝胶|牙膏/.test(p.form + name) && p.unit === '支') return 'tube';
    if (/喷/.test(p.form)) return 'spray';
    if (/泡腾片/.test(p.form)) return 'bottle';
    if (/霜|凡士林/.test(name)) return 'jar';
    return p.unit === '盒' ? 'box' : 'pump';
  }
  if (p.form.includes('大输液')) return 'infusion';
  if (p.form.includes('粉针')) return 'vial';
  if (p.form.startsWith('注射')) return 'ampoule';
  if (/眼用凝胶/.test(p.form)) return 'tube';
  if (/滴眼|滴耳|滴鼻|滴剂$|眼用/.test(p.form)) return 'dropper';
  // Ampoules for a nebulizer are not a spray.
  if (/吸入/.test(p.form) && /混悬液|溶液/.test(name)) return 'box';
  if (/喷|气雾|吸入/.test(p.form)) return 'spray';
  const isSqueezed = /乳膏|软膏|眼膏|凝胶剂|乳胶/.test(p.form);
  if (isSqueezed && /袋/.test(p.spec)) return 'box';
  if (isSqueezed && p.unit !== '瓶') return 'tube';
  if (p.unit === '瓶') return isLiquid(p) ? 'syrup' : 'bottle';
  if (p.unit === '袋') return 'pouch';
  return 'box';
}

/** Consumables, which come by the box or the bag and are drawn before it. */
function isSupply(name: string): boolean {
  return /口罩|手套|敷料|纱布|棉|贴|绷带|胶带|帽|面罩|眼罩|冰袋|换药|压舌|刮痧|试纸|试条|测试条|避孕套|垫|造口|氧管|针灸针|采血针/.test(
    name,
  );
}

/** Whether the product is poured. */
export function isLiquid(p: Pick<Drawn, 'form'>): boolean {
  return /液|合剂|糖浆|酊|洗|搽|混悬|煎膏|露|水/.test(p.form);
}

/** The complete picture: the parts on the frame's background, and the fonts for Chinese. */
export function canvas(label: string, parts: string, defs = ''): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" role="img" aria-label="${label}" font-family="PingFang SC,Microsoft YaHei,Noto Sans CJK SC,sans-serif"><defs><radialGradient id="shade"><stop offset="0" stop-color="#12303a" stop-opacity=".3"/><stop offset=".55" stop-color="#12303a" stop-opacity=".12"/><stop offset="1" stop-color="#12303a" stop-opacity="0"/></radialGradient>${defs}</defs>${parts}</svg>`;
}

/** The soft shadow that a thing throws on the table. */
export function shadow(cx: number, cy: number, rx: number, ry: number): string {
  return `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="url(#shade)"/>`;
}

/** A gradient from left to right (or top to bottom) through the given colours. */
export function gradient(id: string, stops: [offset: number, color: string][], isVertical = false): string {
  const to = isVertical ? 'x2="0" y2="1"' : 'x2="1" y2="0"';
  const marks = stops.map(([offset, color]) => `<stop offset="${offset}" stop-color="${color}"/>`).join('');
  return `<linearGradient id="${id}" x1="0" y1="0" ${to}>${marks}</linearGradient>`;
}

export function group(transform: string, parts: string): string {
  return `<g transform="${transform}">${parts}</g>`;
}
