import type { Part } from './bottles.ts';
import { gradient, type Sheet } from './drawn.ts';
import { brandMark, classMark, ornament } from './label.ts';
import { findSupply } from './supplies.ts';
import { fit, textBlock } from './text.ts';

const line = 'fill="none" stroke-linecap="round" stroke-linejoin="round"';

/** Devices by words in their names; the first that fits counts. Drawn into 240 × 200 around 0,0. */
const drawings: [words: RegExp, draw: (s: Sheet) => string][] = [
  [
    /听诊/,
    ({ c }) =>
      `<path d="M-52-92v34q0 40 34 40t34-40v-34M-18-18v36q0 42 42 42t42-40v-18" ${line} stroke="${c.dark}" stroke-width="9"/><path d="M-62-92h20M6-92h20" ${line} stroke="#44535e" stroke-width="11"/><circle cx="66" cy="-12" r="26" fill="#dfe6ea" stroke="#9aa8b1" stroke-width="4"/><circle cx="66" cy="-12" r="12" fill="${c.main}"/>`,
  ],
  [
    /电子体温计/,
    ({ c }) =>
      `<g transform="rotate(-28)"><path d="M-104-6q0-8 8-9l56-9v48l-56-9q-8-1-8-9z" fill="#dfe6ea" stroke="#b8c4cb"/><path d="M-42-28H84q24 0 24 28t-24 28H-42z" fill="#fdfefe" stroke="#cfd9de" stroke-width="2"/><rect x="-26" y="-16" width="72" height="32" rx="5" fill="#cfe0d8"/><text x="10" y="9" font-size="25" font-weight="700" fill="#24403a" text-anchor="middle">36.6</text><circle cx="76" r="12" fill="${c.main}"/></g>`,
  ],
  [
    /胰岛素注射器/,
    ({ c }) =>
      `<g transform="rotate(-24)"><path d="M-116 0h24" stroke="#8e9aa2" stroke-width="3"/><path d="M-92-9h22v18h-22z" fill="#dfe6ea" stroke="#b8c4cb"/><rect x="-70" y="-15" width="72" height="30" rx="5" fill="#eaf4f7" stroke="#a9c4cf"/><rect x="-62" y="-8" width="44" height="16" fill="${c.light}"/><rect x="2" y="-18" width="88" height="36" rx="8" fill="${c.main}"/><rect x="18" y="-9" width="30" height="18" rx="3" fill="#fff"/><rect x="90" y="-13" width="22" height="26" rx="5" fill="${c.accent}"/></g>`,
  ],
  [
    /胎儿心率|胎心/,
    ({ c }) =>
      `<rect x="-104" y="-74" width="116" height="150" rx="20" fill="#fdfefe" stroke="#cfd9de" stroke-width="2"/><rect x="-90" y="-58" width="88" height="58" rx="7" fill="#12222b"/><text x="-46" y="-20" font-size="30" font-weight="700" fill="#6be3c0" text-anchor="middle">142</text><path d="M-74 26q8-14 20-4 12-10 20 4 4 14-20 28-24-14-20-28z" fill="${c.main}"/><path d="M12-40c60 0 10 74 52 74" ${line} stroke="#71828d" stroke-width="6"/><path d="M58 14h34q12 0 12 12v22q0 12-12 12H74q-16 0-16-16z" fill="${c.light}" stroke="${c.main}" stroke-width="2"/>`,
  ],
  [
    /袜/,
    ({ c }) =>
      `<path d="M-66-92h46v96q0 12 12 18l34 18q14 8 6 22-6 10-22 8l-52-10q-24-6-24-30z" fill="${c.light}" stroke="${c.main}" stroke-width="2"/><path d="M-66-92h46v16h-46zM24 60q10-6 4-16" fill="${c.main}"/><path d="M10-92h46v96q0 12 12 18l34 18q14 8 6 22-6 10-22 8l-52-10q-24-6-24-30z" fill="${c.main}" stroke="${c.dark}" stroke-width="2"/><path d="M10-92h46v16H10z" fill="${c.dark}"/><path d="M18-60h30M18-46h30M18-32h30" stroke="#fff" stroke-opacity=".4" stroke-width="3"/>`,
  ],
  [
    /颈/,
    ({ c }) =>
      `<path d="M-88-30q10-30 50-32 18 16 38 16t38-16q40 2 50 32l-6 62q-10 26-40 26-18-12-42-12T-42 58q-30 0-40-26z" fill="${c.light}" stroke="${c.main}" stroke-width="2.500"/><path d="M-34-44q16 16 34 16t34-16M-78 0q78 34 156 0" ${line} stroke="${c.main}" stroke-width="4"/><rect x="58" y="-14" width="34" height="44" rx="6" fill="${c.dark}"/><ellipse cy="30" rx="12" ry="8" fill="#fff" stroke="${c.main}"/>`,
  ],
  [
    /血压计/,
    ({ c }) =>
      `<path d="M62 40q48 10 38 48t-70 22" ${line} stroke="#4b5a66" stroke-width="7"/><rect x="-108" y="-84" width="150" height="170" rx="22" fill="#fdfefe" stroke="#cfd9de" stroke-width="2"/><rect x="-92" y="-68" width="118" height="92" rx="8" fill="#cfe0d8"/><text x="12" y="-32" font-size="34" font-weight="700" fill="#24403a" text-anchor="end">118</text><text x="12" y="0" font-size="30" font-weight="700" fill="#24403a" text-anchor="end">76</text><text x="12" y="18" font-size="15" fill="#24403a" text-anchor="end">♥ 72</text><circle cx="-33" cy="54" r="18" fill="${c.main}"/><path d="M-40 54h14M-33 47v14" ${line} stroke="#fff" stroke-width="3"/><path d="M62-70h52q8 0 8 8v86q0 8-8 8H62q-8 0-8-8v-86q0-8 8-8z" fill="${c.dark}"/><path d="M70-58h36v64H70z" fill="${c.main}"/>`,
  ],
  [
    /耳温|额温|红外|体温/,
    ({ c }) =>
      `<path d="M-92-72h92q34 0 34 34t-34 34h-34l-16 84q-2 10-12 10h-34q-12 0-10-12l16-90q-18-8-18-30 0-30 16-30z" fill="#fdfefe" stroke="#cfd9de" stroke-width="2"/><path d="M28-62l38 8v34l-38 8z" fill="${c.main}"/><rect x="-80" y="-56" width="68" height="36" rx="6" fill="#cfe0d8"/><text x="-46" y="-30" font-size="24" font-weight="700" fill="#24403a" text-anchor="middle">36.5</text><rect x="-52" y="6" width="18" height="26" rx="8" fill="${c.accent}"/><path d="M80-50q16 14 0 28M94-60q26 24 0 48" ${line} stroke="${c.light}" stroke-width="5"/>`,
  ],
  [
    /血糖|尿酸|血酮/,
    ({ c }) =>
      `<rect x="-62" y="-92" width="108" height="176" rx="30" fill="#fdfefe" stroke="#cfd9de" stroke-width="2"/><rect x="-48" y="-72" width="80" height="70" rx="8" fill="#cfe0d8"/><text x="-8" y="-26" font-size="34" font-weight="700" fill="#24403a" text-anchor="middle">5.6</text><circle cx="-8" cy="34" r="18" fill="${c.main}"/><path d="M-20 84h24v26h-24z" fill="#fff" stroke="#b8c4cb"/><path d="M-16 98h16v12h-16z" fill="${c.accent}"/><path d="M90-50q26 34 0 56-26-22 0-56z" fill="#d8453a"/>`,
  ],
  [
    /血氧/,
    ({ c }) =>
      `<path d="M-92-50h150q34 0 34 34v10H-92q-16 0-16-16v-12q0-16 16-16z" fill="${c.main}"/><path d="M-92 46h150q34 0 34-34v-6H-108v24q0 16 16 16z" fill="#fdfefe" stroke="#cfd9de"/><rect x="-84" y="-40" width="104" height="28" rx="4" fill="#12222b"/><text x="-32" y="-18" font-size="21" font-weight="700" fill="#6be3c0" text-anchor="middle">98% ♥ 72</text><path d="M-108 4H92" stroke="#0003" stroke-width="3"/>`,
  ],
  [
    /雾化|制氧|呼吸机|压缩|通气/,
    ({ c }) =>
      `<rect x="-108" y="-58" width="150" height="132" rx="20" fill="#fdfefe" stroke="#cfd9de" stroke-width="2"/><circle cx="-60" cy="8" r="32" fill="${c.pale}" stroke="${c.main}" stroke-width="4"/><path d="M-76 8h32M-76-4h32M-76 20h32" stroke="${c.main}" stroke-width="4"/><circle cx="14" cy="-28" r="9" fill="${c.accent}"/><path d="M42 20c40 0 10-72 44-74" ${line} stroke="#a9bac3" stroke-width="7"/><path d="M70-92h44q12 30 0 60-22 12-44 0-12-30 0-60z" fill="${c.light}" stroke="${c.main}" stroke-width="2"/>`,
  ],
  [
    /轮椅/,
    ({ c }) =>
      `<path d="M-60-92v92h84l32 78M-60-20H36" ${line} stroke="#44535e" stroke-width="9"/><path d="M-58-60h14v60h70v14H-58z" fill="${c.main}"/><circle cx="-34" cy="40" r="54" fill="none" stroke="#2f3c45" stroke-width="9"/><circle cx="-34" cy="40" r="10" fill="${c.main}"/><circle cx="56" cy="78" r="18" fill="none" stroke="#2f3c45" stroke-width="7"/><path d="M-34-14v108M-88 40H20" stroke="#9aa8b1" stroke-width="2"/>`,
  ],
  [
    /拐|助行|手杖/,
    ({ c }) =>
      `<path d="M-60-90h70M-25-90V-60M-52-30h54M-46-60L-32 92M-4-60L-18 92" ${line} stroke="#7d8d98" stroke-width="8"/><path d="M-62-92h74" ${line} stroke="${c.main}" stroke-width="16"/><path d="M-54-30h58" ${line} stroke="${c.dark}" stroke-width="11"/><path d="M-30 92h10M60 92V-40q0-40 36-40" ${line} stroke="${c.main}" stroke-width="9"/>`,
  ],
  [
    /护|托|支具|固定|颈|腰|膝|踝|腕|袜|束|带/,
    ({ c }) =>
      `<path d="M-84-66q84 34 168 0l18 118q-102 44-204 0z" fill="${c.main}"/><path d="M-84-66q84 34 168 0l4 24q-88 36-176 0z" fill="${c.dark}"/><path d="M-94 0q94 38 188 0v18q-94 38-188 0z" fill="#fff" opacity=".25"/><rect x="-22" y="-28" width="44" height="84" rx="8" fill="#fff" opacity=".85"/><path d="M-8-14v58M8-14v58" stroke="${c.main}" stroke-width="3"/>`,
  ],
  [
    /理疗|治疗|电极|按摩/,
    ({ c }) =>
      `<rect x="-92" y="-66" width="112" height="140" rx="18" fill="#fdfefe" stroke="#cfd9de" stroke-width="2"/><rect x="-78" y="-50" width="84" height="50" rx="6" fill="#12222b"/><path d="M-72-24h14l8-16 10 30 10-22 6 8h18" ${line} stroke="#6be3c0" stroke-width="3"/><circle cx="-60" cy="36" r="14" fill="${c.main}"/><circle cx="-14" cy="36" r="14" fill="${c.accent}"/><path d="M20 20c40 10 30-60 66-50M20 40c50 10 40 40 66 34" ${line} stroke="#71828d" stroke-width="4"/><rect x="76" y="-52" width="36" height="44" rx="10" fill="${c.light}"/><rect x="76" y="52" width="36" height="44" rx="10" fill="${c.light}"/>`,
  ],
  [
    /助听/,
    ({ c }) =>
      `<path d="M-40-60q70-40 84 30 8 60-36 90" ${line} stroke="${c.main}" stroke-width="30"/><path d="M-52-50q-22 40 4 60" ${line} stroke="#9fb2bd" stroke-width="7"/><circle cx="-44" cy="22" r="16" fill="#f4f7f8" stroke="#cfd9de" stroke-width="2"/><path d="M24-52q22 16 20 46" ${line} stroke="#fff" stroke-opacity=".5" stroke-width="5"/>`,
  ],
];

/** Anything else: a case with a cross. */
const other = ({ c }: Sheet) =>
  `<path d="M-34-58v-16q0-14 14-14h40q14 0 14 14v16" ${line} stroke="${c.dark}" stroke-width="9"/><rect x="-104" y="-58" width="208" height="140" rx="20" fill="${c.main}"/><rect x="-104" y="-58" width="208" height="34" rx="17" fill="#fff" opacity=".16"/><circle cy="14" r="40" fill="#fff"/><path d="M-8-10H8v16h16v16H8v16H-8V22h-16V6h16z" fill="${c.main}"/>`;

/** The bare device, large. */
export function device(s: Sheet): string {
  return (drawings.find(([words]) => words.test(s.p.look ?? s.p.name))?.[1] ?? other)(s);
}

/** A device before its packing card, with name and maker below. */
export function deviceCard(s: Sheet): Part {
  return {
    defs: gradient('card', [
      [0, s.c.pale],
      [1, '#ffffff'],
    ]),
    parts:
      `<rect x="52" y="44" width="296" height="304" rx="16" fill="url(#card)" stroke="${s.c.light}" stroke-width="1.5"/><g transform="translate(52 44)">${ornament(s, 296, 304, s.c.light)}</g><path d="M52 258h296v74q0 16-16 16H68q-16 0-16-16z" fill="${s.c.main}"/><path d="M52 252h296v6H52z" fill="${s.c.accent}"/>` +
      brandMark(s.p.brand, 68, 68, s.c.main, '#fff') +
      classMark(s.p.otc, 316, 68) +
      `<g transform="translate(200 164) scale(.84)">${device(s)}</g>` +
      textBlock(fit(s.p.name, 260, 29, 13, 2), 200, 289, { fill: '#fff', anchor: 'middle', weight: 700 }) +
      textBlock(fit(`${s.p.spec}  ${s.p.maker}`, 270, 12.5, 8, 1), 200, 329, {
        fill: '#eaf2f4',
        anchor: 'middle',
      }),
  };
}

/** A sealed pouch: masks, dressings, gloves, wipes, sachets by the bag. */
export function pouch(s: Sheet): Part {
  const bowl = `<path d="M-58 10q-8-50 58-50t58 50q-10 34-58 34t-58-34z" fill="#fff"/><ellipse cy="2" rx="50" ry="20" fill="#a9743a"/><path d="M-22-4q22 12 44 0" stroke="#fff" stroke-opacity=".4" stroke-width="3" fill="none"/>`;
  const supply = s.p.kind === '医疗器械' || s.p.kind === '消毒个护' ? findSupply(s) : undefined;
  const art = supply === undefined ? bowl : `<g transform="translate(0 44) scale(.82)">${supply}</g>`;
  return {
    defs: gradient('film', [
      [0, '#dfe7eb'],
      [0.12, '#ffffff'],
      [0.5, '#f3f7f8'],
      [1, '#d5dfe4'],
    ]),
    parts:
      `<rect x="84" y="42" width="232" height="312" rx="8" fill="url(#film)" stroke="#c3ced4"/>` +
      `<path d="M84 66h232M84 330h232" stroke="#b9c5cc" stroke-dasharray="3 3"/>` +
      `<path d="M84 84h232v120q-116 46-232 0z" fill="${s.c.main}"/><path d="M84 204q116 46 232 0v8q-116 46-232 0z" fill="${s.c.accent}"/>` +
      brandMark(s.p.brand, 98, 106, '#fff', s.c.dark) +
      classMark(s.p.otc, 286, 106) +
      textBlock(fit(s.p.name, 200, 30, 12, 2), 200, 154, { fill: '#fff', anchor: 'middle', weight: 700 }) +
      `<g transform="translate(200 262) scale(.84)">${art}</g>` +
      textBlock(fit(s.p.spec, 200, 14.5, 8, 1), 200, 312, {
        fill: '#33434f',
        anchor: 'middle',
        weight: 500,
      }) +
      textBlock(fit(s.p.maker, 210, 11, 7, 1), 200, 343, { fill: '#5b6873', anchor: 'middle' }),
  };
}
