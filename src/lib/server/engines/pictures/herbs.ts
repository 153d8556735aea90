import type { Random } from '#lib/rules/text/random.ts';
import type { Part } from './bottles.ts';
import { seal } from './box.ts';
import { gradient, type Sheet, shadow } from './drawn.ts';
import { fit, textBlock } from './text.ts';

/** The pieces' tones; the last is that of edges and of the ground too. */
type Tones = [string, string, string];
type Look = { shape: 'slice' | 'stick' | 'seed' | 'flower' | 'leaf' | 'chunk' | 'powder'; tones: Tones };

/** The look of herbs, by words in their names; the first match counts. */
const looks: [words: RegExp, look: Look][] = [
  [/枸杞|山茱萸|大枣|红枣|五味子/, { shape: 'seed', tones: ['#b3261e', '#c93a2c', '#9c1f18'] }],
  [/红花|丹参|赤芍|茜草|紫草/, { shape: 'stick', tones: ['#a8402e', '#c05a3c', '#8c3323'] }],
  [/菊花|野菊|金银花|辛夷|款冬|花$/, { shape: 'flower', tones: ['#e7cf7a', '#efe2a6', '#cdb45a'] }],
  [
    /黄芪|甘草|黄连|黄柏|黄芩|大黄|姜黄|葛根|郁金/,
    { shape: 'slice', tones: ['#e3c47a', '#d8b25c', '#efd9a0'] },
  ],
  [/熟地|何首乌|玄参|生地|黄精/, { shape: 'chunk', tones: ['#33241d', '#4a352a', '#281b16'] }],
  [
    /叶|草|荷|艾|竹茹|藿香|佩兰|蒲公英|鱼腥|茵陈/,
    { shape: 'leaf', tones: ['#7b8f4b', '#94a560', '#66793b'] },
  ],
  [/粉$|三七粉/, { shape: 'powder', tones: ['#d9c69c', '#cdb785', '#e6d7b4'] }],
  [/仁|子|豆|麦芽|谷芽|米|苡/, { shape: 'seed', tones: ['#d9bf8c', '#c7a86f', '#e8d3a8'] }],
  [/茯苓|山药|白芍|百合|天花粉|浙贝|川贝|白芷/, { shape: 'slice', tones: ['#f3ead6', '#e9dcc0', '#f9f3e6'] }],
  [/皮|壳|陈皮|橘/, { shape: 'chunk', tones: ['#b06a2d', '#c98340', '#8f5423'] }],
  [
    /当归|川芎|白术|苍术|党参|人参|西洋参|天麻|桔梗|板蓝根/,
    { shape: 'slice', tones: ['#e0c79b', '#d2b482', '#ecd9b6'] },
  ],
  [/枝|藤|柴胡|防风|细辛|牛膝|麻黄|桑/, { shape: 'stick', tones: ['#9c7a4e', '#b08e60', '#7f6240'] }],
];

function lookOf(name: string, random: Random): Look {
  const found = looks.find(([words]) => words.test(name))?.[1];
  if (found) return found;
  return {
    shape: random.pick(['slice', 'chunk', 'stick']),
    tones: random.pick<Tones>([
      ['#b89468', '#a37f54', '#cdae83'],
      ['#8d6a45', '#a5825b', '#735435'],
    ]),
  };
}

/** One piece of the herb around 0,0. */
function piece(look: Look, random: Random): string {
  const tone = random.pick(look.tones);
  const dark = look.tones[2];
  const shapes = {
    slice: () =>
      `<ellipse rx="${random.int(15, 21)}" ry="${random.int(11, 16)}" fill="${tone}" stroke="#5b3d1e" stroke-opacity=".55" stroke-width="1.5"/><ellipse rx="9" ry="6" fill="none" stroke="#5b3d1e" stroke-opacity=".3"/><path d="M-8 0H8M0-6V6" stroke="#5b3d1e" stroke-opacity=".22"/>`,
    stick: () =>
      `<rect x="-${random.int(18, 26)}" y="-3.500" width="46" height="7" rx="3.500" fill="${tone}" stroke="#3f2a16" stroke-opacity=".4"/><path d="M-14-1H18" stroke="#fff" stroke-opacity=".25"/>`,
    seed: () =>
      `<ellipse rx="9" ry="6" fill="${tone}" stroke="#3f2a16" stroke-opacity=".35"/><path d="M-4-2q3-2 7-1" stroke="#fff" stroke-opacity=".4" fill="none"/>`,
    flower: () =>
      `${[0, 60, 120, 180, 240, 300].map((turn) => `<ellipse cy="-9" rx="4.500" ry="9" fill="${tone}" stroke="${dark}" stroke-opacity=".5" transform="rotate(${turn})"/>`).join('')}<circle r="4.500" fill="#c9962f"/>`,
    leaf: () =>
      `<path d="M-20 0Q-4-13 20 0Q-4 13-20 0z" fill="${tone}" stroke="#3d4a20" stroke-opacity=".45"/><path d="M-18 0H16" stroke="#3d4a20" stroke-opacity=".4"/>`,
    chunk: () =>
      `<path d="M-16-4L-6-13L10-11L17 2L6 12L-10 10z" fill="${tone}" stroke="#2b1a10" stroke-opacity=".5" stroke-linejoin="round"/><path d="M-6-13L-1 0L17 2M-1 0L-10 10" stroke="#fff" stroke-opacity=".14" fill="none"/>`,
    powder: () => `<circle r="${random.int(3, 6)}" fill="${tone}"/>`,
  };
  return shapes[look.shape]();
}

/** A heap of the herb inside a box; the pieces overlap like tiles. */
export function heap(s: Sheet, x: number, y: number, width: number, height: number): string {
  const look = lookOf(s.p.look ?? s.p.name, s.random);
  const count = look.shape === 'seed' || look.shape === 'powder' ? 120 : 62;
  const kinds = [0, 1, 2, 3, 4, 5].map((at) => `<g id="piece${at}">${piece(look, s.random)}</g>`);
  const pieces = Array.from({ length: count }, (_, at) => {
    const row = Math.floor((at / count) * 8) / 8;
    const px = x + s.random.next() * width;
    const py = y + (row + s.random.next() / 8) * height;
    const turn = s.random.int(0, 180);
    return `<use href="#piece${s.random.int(0, 5)}" transform="translate(${Math.round(px)} ${Math.round(py)}) rotate(${turn})"/>`;
  });
  return `<defs>${kinds.join('')}</defs><rect x="${x - 20}" y="${y - 20}" width="${width + 40}" height="${height + 40}" fill="${look.tones[2]}"/>${pieces.join('')}`;
}

/** A clear bag of herb pieces with a paper label. */
export function herbBag(s: Sheet): Part {
  const text = s.p;
  return {
    defs: `${gradient('film', [
      [0, '#ffffff'],
      [1, '#dfe6e2'],
    ])}<clipPath id="bag"><path d="M78 86h244l8 236q1 22-22 22H92q-23 0-22-22z"/></clipPath>`,
    parts:
      `<g clip-path="url(#bag)">${heap(s, 84, 100, 232, 232)}</g>` +
      `<path d="M78 86h244l8 236q1 22-22 22H92q-23 0-22-22z" fill="none" stroke="#fff" stroke-width="5" stroke-opacity=".75"/>` +
      `<path d="M92 100l-8 220q0 12 10 14" fill="none" stroke="#fff" stroke-width="8" stroke-opacity=".35" stroke-linecap="round"/>` +
      `<path d="M76 50h248v40H76z" fill="${s.c.main}"/><path d="M76 50h248v9H76z" fill="#fff" opacity=".25"/><circle cx="200" cy="68" r="9" fill="#f6f9f8"/><path d="M76 90h248v5H76z" fill="${s.c.accent}"/>` +
      `<rect x="112" y="136" width="176" height="150" rx="4" fill="#fdf8ec"/><rect x="118" y="142" width="164" height="138" rx="2" fill="none" stroke="${s.c.main}" stroke-width="1.4"/>` +
      seal(text.brand || '道地', 126, 150) +
      textBlock(fit(text.name, 112, 32, 13, 2), 214, 178, {
        fill: '#2c2118',
        anchor: 'middle',
        weight: 700,
      }) +
      textBlock(fit([text.form, text.size, text.spec].filter(Boolean).join(' · '), 148, 14, 8, 1), 200, 218, {
        fill: '#6b5844',
        anchor: 'middle',
        weight: 500,
      }) +
      textBlock(fit(text.origin && `产地 ${text.origin}`, 148, 13, 8, 1), 200, 240, {
        fill: '#6b5844',
        anchor: 'middle',
      }) +
      textBlock(fit(text.maker, 150, 10.5, 7, 1), 200, 264, { fill: '#8a7660', anchor: 'middle' }),
  };
}

/** The herb in a bowl, seen from above. */
export function herbBowl(s: Sheet): Part {
  return {
    defs: `<clipPath id="bowl"><circle cx="200" cy="196" r="128"/></clipPath>`,
    parts:
      shadow(200, 330, 170, 40) +
      `<circle cx="200" cy="200" r="158" fill="#fbfcfc" stroke="#d5dde0" stroke-width="2"/><circle cx="200" cy="197" r="134" fill="#e3e9eb"/>` +
      `<g clip-path="url(#bowl)">${heap(s, 78, 74, 244, 244)}</g>` +
      `<circle cx="200" cy="196" r="128" fill="none" stroke="#000" stroke-opacity=".16" stroke-width="6"/><path d="M70 140a150 150 0 0 1 92-82" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round"/>`,
  };
}
