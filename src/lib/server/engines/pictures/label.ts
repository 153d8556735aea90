import type { Sheet } from './drawn.ts';
import { escapeText, fit, r, textBlock, widthOf } from './text.ts';

/** The mark of the sale class: red OTC, green OTC, Rx, or a word. */
export function classMark(otc: string, x: number, y: number): string {
  const marks: Record<string, [text: string, fill: string]> = {
    甲类OTC: ['OTC', '#d8342b'],
    乙类OTC: ['OTC', '#1c8f4f'],
    处方药: ['Rx', '#41566b'],
    保健食品: ['保健', '#1c6fc4'],
    器械II: ['械Ⅱ', '#3d6f8f'],
    器械III: ['械Ⅲ', '#3d6f8f'],
    器械I: ['械Ⅰ', '#3d6f8f'],
  };
  const mark = marks[otc];
  if (!mark) return '';
  return `<ellipse cx="${x}" cy="${y}" rx="21" ry="11.5" fill="${mark[1]}"/><text x="${x}" y="${y + 4.6}" font-size="12.5" fill="#fff" font-weight="700" text-anchor="middle">${mark[0]}</text>`;
}

/** The trade mark in a small lozenge; nothing without one. */
export function brandMark(brand: string, x: number, y: number, fill: string, ink: string): string {
  if (!brand) return '';
  const width = widthOf(brand) * 15 + 22;
  return `<rect x="${x}" y="${y - 12}" width="${r(width)}" height="24" rx="12" fill="${fill}"/><text x="${r(x + width / 2)}" y="${r(y + 5.2)}" font-size="15" font-weight="700" fill="${ink}" text-anchor="middle">${escapeText(brand)}</text>`;
}

type Place = [x: number, y: number];

/** Positions of a pattern's shapes, as fractions of the box; then their size or rotation. */
const hexagons: [...Place, size: number][] = [
  [0.72, 0.38, 20],
  [0.86, 0.56, 26],
  [0.7, 0.74, 15],
  [0.93, 0.3, 14],
];
const capsules: [...Place, turn: number][] = [
  [0.78, 0.44, -32],
  [0.9, 0.66, 24],
];
const clouds: Place[] = [
  [0.78, 0.5],
  [0.9, 0.7],
];

/** A pattern that belongs to the maker and the kind: rings, waves, leaves or hexagons; drawn into a box at 0,0. */
export function ornament(s: Sheet, width: number, height: number, color: string): string {
  const draw = {
    rings: () =>
      [1, 0.72, 0.46]
        .map(
          (k, i) =>
            `<circle cx="${r(width * 0.82)}" cy="${r(height * 0.62)}" r="${r(height * 0.42 * k)}" fill="${color}" opacity="${0.16 + i * 0.1}"/>`,
        )
        .join(''),
    hexagon: () => hexagons.map(([x, y, size]) => hexagon(width * x, height * y, size, color)).join(''),
    wave: () =>
      [0, 14, 28]
        .map(
          (dy, i) =>
            `<path d="M0 ${r(height * 0.72 + dy)}C${r(width * 0.3)} ${r(height * 0.52 + dy)} ${r(width * 0.6)} ${r(height * 0.98 + dy)} ${width} ${r(height * 0.6 + dy)}V${height}H0z" fill="${color}" opacity="${0.16 + i * 0.12}"/>`,
        )
        .join(''),
    capsule: () =>
      capsules
        .map(
          ([x, y, turn]) =>
            `<g transform="translate(${r(width * x)} ${r(height * y)}) rotate(${turn})" opacity=".42"><rect x="-30" y="-12" width="60" height="24" rx="12" fill="${color}"/><path d="M0-12h18a12 12 0 0 1 0 24H0z" fill="#fff" opacity=".6"/></g>`,
        )
        .join(''),
    leaf: () =>
      [-38, -8, 24]
        .map(
          (turn, i) =>
            `<g transform="translate(${r(width * 0.84)} ${r(height * 0.86)}) rotate(${turn})"><path d="M0 0C-22-26-18-62 0-${76 + i * 6}C18-62 22-26 0 0z" fill="${color}" opacity="${0.26 + i * 0.06}"/></g>`,
        )
        .join(''),
    mountain: () =>
      `<path d="M${r(width * 0.3)} ${height}L${r(width * 0.62)} ${r(height * 0.56)}L${r(width * 0.78)} ${r(height * 0.76)}L${r(width * 0.9)} ${r(height * 0.62)}L${width} ${r(height * 0.8)}V${height}z" fill="${color}" opacity=".26"/><circle cx="${r(width * 0.86)}" cy="${r(height * 0.42)}" r="15" fill="${color}" opacity=".3"/><path d="M0 ${height}L${r(width * 0.36)} ${r(height * 0.74)}L${r(width * 0.7)} ${height}z" fill="${color}" opacity=".2"/>`,
    cloud: () =>
      clouds
        .map(
          ([x, y]) =>
            `<path d="M${r(width * x - 40)} ${r(height * y)}a14 14 0 0 1 20-16a20 20 0 0 1 36 2a12 12 0 0 1 20 14z" fill="${color}" opacity=".24"/>`,
        )
        .join(''),
  };
  const kinds: (keyof typeof draw)[] =
    s.p.kind === '中成药' ? ['leaf', 'mountain', 'cloud'] : ['rings', 'hexagon', 'wave', 'capsule'];
  // A drawing inside a drawing is cut at its edges.
  return `<svg width="${width}" height="${height}">${draw[s.random.pick(kinds)]()}</svg>`;
}

function hexagon(x: number, y: number, size: number, color: string): string {
  const points = [0, 1, 2, 3, 4, 5]
    .map((i) => {
      const turn = (Math.PI / 3) * i + Math.PI / 6;
      return `${r(x + size * Math.cos(turn))},${r(y + size * Math.sin(turn))}`;
    })
    .join(' ');
  return `<polygon points="${points}" fill="none" stroke="${color}" stroke-width="3" opacity=".45"/>`;
}

type Area = { x: number; y: number; width: number; height: number };

/** Name, spec and maker inside an area, one below the other and centred; `ink` is the name's colour. */
export function nameBlock(s: Sheet, area: Area, ink: string, soft: string): string {
  const { x, y, width, height } = area;
  const size = Math.min(34, height * 0.3);
  for (let most = size; ; most -= 2) {
    const name = fit(s.p.name, width, most, 10, 3);
    const blocks = [
      { fitted: name, gap: 0, style: { fill: ink, weight: 700 } },
      { fitted: fit(s.p.spec, width, 14.5, 8.5, 2), gap: 9, style: { fill: soft, weight: 500 } },
      { fitted: fit(s.p.maker, width, 11.5, 7.5, 2), gap: 8, style: { fill: soft } },
    ]
      .filter(({ fitted }) => fitted.lines.length > 0)
      .map((block) => ({ ...block, tall: block.gap + block.fitted.lines.length * block.fitted.size * 1.18 }));
    const total = blocks.reduce((sum, { tall }) => sum + tall, 0);
    if (total > height && most > 12) continue;
    let at = y + (height - total) / 2;
    return blocks
      .map(({ fitted, gap, style, tall }) => {
        const middle = at + gap + (tall - gap) / 2;
        at += tall;
        return textBlock(fitted, x + width / 2, middle, { ...style, anchor: 'middle' });
      })
      .join('');
  }
}
