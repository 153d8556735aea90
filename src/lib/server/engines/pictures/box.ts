import { gradient, group, type Sheet } from './drawn.ts';
import { brandMark, classMark, nameBlock, ornament } from './label.ts';
import { escapeText, type Fitted, fit, r, textBlock } from './text.ts';

/** Size of the front of a carton before it is placed. */
const width = 244;
const height = 178;
/** Depth of the side, and its rise. */
const depth = 44;
const rise = 26;

/** A carton seen from the front, a little from the right and above; its front's corner is at 0,0. */
export function carton(s: Sheet): { parts: string; defs: string } {
  const { c, p } = s;
  const design = p.kind === '中成药' ? s.random.pick(folkDesigns) : s.random.pick(designs);
  const front = fronts[design](s);
  const side = `<path d="M${width} 0l${depth}-${rise}v${height}l-${depth} ${rise}z" fill="url(#side)"/>`;
  const top = `<path d="M0 0l${depth}-${rise}h${width}l-${depth} ${rise}z" fill="${front.top}"/>`;
  const short = fit(p.name, height - 40, 15, 7, 1);
  const onSide = group(
    `matrix(${r((depth / 44) * 1)} -${r(rise / depth)} 0 1 ${width} 0)`,
    group(
      `translate(22 ${height / 2}) rotate(90)`,
      textBlock(short, 0, 0, { fill: '#fff', anchor: 'middle', weight: 700 }),
    ),
  );
  const edge = `<path d="M0 0h${width}" stroke="#fff" stroke-opacity=".55" stroke-width="1.2"/><path d="M${width} 0v${height}" stroke="#000" stroke-opacity=".12"/>`;
  return {
    parts: top + side + front.parts + onSide + edge,
    defs:
      gradient('side', [
        [0, front.side],
        [1, c.dark],
      ]) +
      gradient('face', [
        [0, c.main],
        [1, c.dark],
      ]),
  };
}

const designs = ['swoosh', 'wave', 'band', 'full', 'column'] as const;
const folkDesigns = ['paper', 'deep', 'band'] as const;

type Front = { parts: string; top: string; side: string };

const ink = '#1d2b36';
const soft = '#4a5a67';

/** The mark line at the top: brand to the left, sale class to the right. */
function marks(s: Sheet, fill: string, text: string, y = 24): string {
  return brandMark(s.p.brand, 14, y, fill, text) + classMark(s.p.otc, width - 36, y);
}

/** A name that fits into a band of 66: large on one line, smaller on two. */
function inBand(name: string): Fitted {
  const line = fit(name, width - 32, 32, 21, 1);
  return line.lines.join('') === name ? line : fit(name, width - 32, 25, 11, 2);
}

const fronts: Record<(typeof designs | typeof folkDesigns)[number], (s: Sheet) => Front> = {
  swoosh: (s) => ({
    parts:
      `<rect width="${width}" height="${height}" fill="#fff"/>` +
      ornament(s, width, height, s.c.light) +
      `<path d="M0 ${height}V${height * 0.74}C70 ${height * 0.98} 160 ${height * 0.98} ${width} ${height * 0.84}V${height}z" fill="url(#face)"/><path d="M0 ${height * 0.74}C70 ${height * 0.98} 160 ${height * 0.98} ${width} ${height * 0.84}v-6C160 ${height * 0.93} 70 ${height * 0.94} 0 ${height * 0.68}z" fill="${s.c.accent}"/>` +
      marks(s, s.c.main, '#fff') +
      nameBlock(
        { ...s, p: { ...s.p, maker: '' } },
        { x: 18, y: 40, width: width - 36, height: 96 },
        ink,
        soft,
      ) +
      textBlock(fit(s.p.maker, width - 40, 11.5, 8, 1), width / 2, height - 11, {
        fill: '#fff',
        anchor: 'middle',
      }),
    top: s.c.pale,
    side: s.c.main,
  }),
  wave: (s) => ({
    parts:
      `<rect width="${width}" height="${height}" fill="${s.c.pale}"/>` +
      `<path d="M0 0h${width}v30C180 66 70 12 0 58z" fill="url(#face)"/>` +
      ornament(s, width, height, s.c.light) +
      marks(s, '#fff', s.c.dark) +
      nameBlock(s, { x: 18, y: 54, width: width - 36, height: 116 }, s.c.dark, soft),
    top: s.c.light,
    side: s.c.main,
  }),
  band: (s) => ({
    parts:
      `<rect width="${width}" height="${height}" fill="#fff"/>` +
      ornament(s, width, height, s.c.light) +
      `<rect y="48" width="${width}" height="66" fill="url(#face)"/><rect y="114" width="${width}" height="5" fill="${s.c.accent}"/>` +
      marks(s, s.c.pale, s.c.dark, 25) +
      textBlock(inBand(s.p.name), width / 2, 81, { fill: '#fff', anchor: 'middle', weight: 700 }) +
      textBlock(fit(s.p.spec, width - 36, 15, 9, 1), width / 2, 136, {
        fill: ink,
        anchor: 'middle',
        weight: 500,
      }) +
      textBlock(fit(s.p.maker, width - 36, 11.5, 8, 1), width / 2, 161, { fill: soft, anchor: 'middle' }),
    top: s.c.pale,
    side: s.c.main,
  }),
  full: (s) => ({
    parts:
      `<rect width="${width}" height="${height}" fill="url(#face)"/>` +
      ornament(s, width, height, '#fff') +
      marks(s, '#fff', s.c.dark) +
      nameBlock(s, { x: 18, y: 42, width: width - 36, height: 126 }, '#fff', '#e8f1f4'),
    top: s.c.light,
    side: s.c.main,
  }),
  column: (s) => ({
    parts:
      `<rect width="${width}" height="${height}" fill="#fff"/><rect width="58" height="${height}" fill="url(#face)"/><rect x="58" width="5" height="${height}" fill="${s.c.accent}"/>` +
      group('translate(29 96)', column(s, '#fff')) +
      classMark(s.p.otc, width - 36, 24) +
      nameBlock(s, { x: 76, y: 38, width: width - 92, height: 130 }, s.c.dark, soft),
    top: s.c.pale,
    side: s.c.main,
  }),
  paper: (s) => ({
    parts:
      `<rect width="${width}" height="${height}" fill="#fbf5e6"/>` +
      ornament(s, width, height, s.c.light) +
      `<rect x="7" y="7" width="${width - 14}" height="${height - 14}" fill="none" stroke="${s.c.main}" stroke-width="1.6"/><rect x="11" y="11" width="${width - 22}" height="${height - 22}" fill="none" stroke="${s.c.main}" stroke-width=".6"/>` +
      seal(s.p.brand || s.p.name.slice(0, 2), 22, 22) +
      classMark(s.p.otc, width - 40, 30) +
      nameBlock(s, { x: 26, y: 46, width: width - 52, height: 118 }, '#5b1a16', '#6b5844'),
    top: '#efe4c9',
    side: s.c.main,
  }),
  deep: (s) => ({
    parts:
      `<rect width="${width}" height="${height}" fill="url(#face)"/>` +
      ornament(s, width, height, '#f3d99a') +
      `<rect x="8" y="8" width="${width - 16}" height="${height - 16}" rx="4" fill="none" stroke="#e9cf91" stroke-width="1.6"/>` +
      brandMark(s.p.brand, 20, 30, '#e9cf91', s.c.dark) +
      classMark(s.p.otc, width - 42, 30) +
      nameBlock(s, { x: 24, y: 46, width: width - 48, height: 120 }, '#fbeac0', '#f2e6c8'),
    top: s.c.light,
    side: s.c.main,
  }),
};

/** The brand (or what the thing is) written downwards. */
function column(s: Sheet, fill: string): string {
  const text = s.p.brand || s.p.category2 || s.p.category1;
  const chars = [...text].slice(0, 5);
  return chars
    .map(
      (char, at) =>
        `<text x="0" y="${r((at - (chars.length - 1) / 2) * 25)}" font-size="19" font-weight="700" fill="${fill}" text-anchor="middle">${escapeText(char)}</text>`,
    )
    .join('');
}

/** A red seal of two characters. */
export function seal(text: string, x: number, y: number): string {
  const chars = [...text].slice(0, 2);
  return `<rect x="${x}" y="${y}" width="22" height="40" rx="4" fill="#b3261e"/>${chars
    .map(
      (char, at) =>
        `<text x="${x + 11}" y="${y + 17 + at * 17}" font-size="14.5" font-weight="700" fill="#fff3df" text-anchor="middle">${escapeText(char)}</text>`,
    )
    .join('')}`;
}
