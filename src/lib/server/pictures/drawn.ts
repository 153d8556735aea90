import { makeRandom, type Random } from '#lib/rules/text/random.ts';
import { type Palette, paletteOf } from './palette.ts';

/** What a picture needs to know of a product. */
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
    if (/口罩|手套|敷料|纱布|棉|贴|绷带|敷贴|帽|隔离|防护服|无菌|导管|注射器|针|垫|造口|袋|氧管/.test(name))
      return 'pouch';
    return /试纸|试条|检测|测试|避孕套|凝胶|水|喷雾|贴膏/.test(name) ? 'box' : 'device';
  }
  if (p.kind === '保健食品') return p.unit === '瓶' ? 'jar' : 'box';
  if (p.kind === '消毒个护') {
    if (/棉签|棉片|湿巾|纸|巾|裤|垫/.test(name) || p.unit === '袋') return 'pouch';
    if (/膏|霜|凝胶|牙膏/.test(p.form + name) && p.unit === '支') return 'tube';
    return p.unit === '盒' ? 'box' : 'pump';
  }
  if (p.form.includes('大输液')) return 'infusion';
  if (p.form.includes('粉针')) return 'vial';
  if (p.form.startsWith('注射')) return 'ampoule';
  if (/滴眼|滴耳|滴鼻|滴剂$|眼用/.test(p.form)) return 'dropper';
  if (/喷|气雾|吸入/.test(p.form)) return 'spray';
  if (/乳膏|软膏|眼膏|凝胶剂|乳胶/.test(p.form) && p.unit !== '瓶') return 'tube';
  if (p.unit === '瓶') return isLiquid(p) ? 'syrup' : 'bottle';
  if (p.unit === '袋') return 'pouch';
  return 'box';
}

/** Whether the product is poured. */
export function isLiquid(p: Pick<Drawn, 'form'>): boolean {
  return /液|合剂|糖浆|酊|洗|搽|混悬|煎膏|露|水/.test(p.form);
}

/** The whole picture: paper, the parts, and the fonts that draw Chinese. */
export function canvas(label: string, parts: string, defs = '', paper = '#eef3f5'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" role="img" aria-label="${label}" font-family="PingFang SC,Microsoft YaHei,Noto Sans CJK SC,sans-serif"><defs><radialGradient id="paper" cx=".5" cy=".38" r=".75"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="${paper}"/></radialGradient><radialGradient id="shade"><stop offset="0" stop-color="#12303a" stop-opacity=".3"/><stop offset=".55" stop-color="#12303a" stop-opacity=".12"/><stop offset="1" stop-color="#12303a" stop-opacity="0"/></radialGradient>${defs}</defs><rect width="400" height="400" fill="url(#paper)"/>${parts}</svg>`;
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
