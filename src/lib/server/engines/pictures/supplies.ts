/** The look of unpacked consumables, drawn around 0,0, their foot, about 130 wide: by words of the name. */
import { group, type Sheet } from './drawn.ts';

const blue = { body: '#bfe0ee', edge: '#7fb3c9', fold: '#9cc9dc' };
const around = 'fill="none" stroke-linecap="round" stroke-linejoin="round"';

/** A pleated mask with its ear loops, lying before us. */
function mask(fill = blue.body): string {
  return `<path d="M-58-56q-30 4-28 26t28 22M58-56q30 4 28 26t-28 22" ${around} stroke="#eef3f5" stroke-width="5"/><path d="M-58-56q-30 4-28 26t28 22M58-56q30 4 28 26t-28 22" ${around} stroke="#a9bcc6" stroke-width="1.2"/><path d="M-60-60q60-14 120 0l2 30q0 22-20 28-42 8-84 0-20-6-20-28z" fill="${fill}" stroke="${blue.edge}" stroke-width="1.4"/><path d="M-60-44q60-10 120 0M-61-30q61-6 122 0M-60-16q60 4 120 0" ${around} stroke="${blue.fold}" stroke-width="2"/><path d="M-34-62q34-8 68 0" ${around} stroke="#fff" stroke-width="5" stroke-opacity=".85"/>`;
}

/** A folded respirator: two panels that stand out, head bands behind. */
function respirator(): string {
  return `<path d="M-56-50q-34-22-20 26M56-50q34-22 20 26" ${around} stroke="#d8c24a" stroke-width="4"/><path d="M-62-30q10-48 62-54 52 6 62 54-12 34-62 32-50 2-62-32z" fill="#fbfdfe" stroke="#b6c6ce" stroke-width="1.5"/><path d="M-62-30q62 26 124 0M-52-52q52 18 104 0" ${around} stroke="#cfdbe1" stroke-width="2"/><path d="M-20-80q20-6 40 0" ${around} stroke="#9aa9b2" stroke-width="6"/><path d="M-22-6h44" stroke="#b9c8d0" stroke-width="2"/>`;
}

function glove(fill: string): string {
  return `<path d="M-26 0v-44q-8-12-14-32-4-14 4-16 7-1 11 12l6 16v-38q0-9 7-9t7 9v30l2-38q1-9 8-8t6 9l-1 38 5-32q2-8 8-7t5 9l-7 58q-2 12-7 20V0z" fill="${fill}" stroke="#7fa6c4" stroke-width="1.4"/><path d="M-26-10h36" stroke="#7fa6c4" stroke-width="1.4"/>`;
}

/** Adhesive strips, fanned. */
function strips(): string {
  const one = `<rect x="-15" y="-58" width="30" height="110" rx="15" fill="#ecc79f" stroke="#cf9f6e"/><rect x="-13" y="-16" width="26" height="26" rx="3" fill="#fbf3ea"/><circle cx="-6" cy="-36" r="1.5" fill="#cf9f6e"/><circle cx="6" cy="-36" r="1.5" fill="#cf9f6e"/><circle cx="-6" cy="34" r="1.5" fill="#cf9f6e"/><circle cx="6" cy="34" r="1.5" fill="#cf9f6e"/>`;
  return [-34, -4, 26]
    .map((turn, at) => group(`translate(${at * 34 - 34} -50) rotate(${turn})`, one))
    .join('');
}

/** Square pads of gauze, stacked. */
function pads(): string {
  return [18, 8, -4]
    .map((turn, at) =>
      group(
        `translate(${at * 6 - 6} ${-44 - at * 4}) rotate(${turn})`,
        `<rect x="-42" y="-38" width="84" height="76" rx="5" fill="#fdfefe" stroke="#b9c8d0"/><path d="M-42-20h84M-42 0h84M-42 20h84M-22-38v76M0-38v76M22-38v76" stroke="#e3eaee"/>`,
      ),
    )
    .join('');
}

/** Two rolls, one standing, one lying. */
function rolls(fill: string, edge: string): string {
  return `<path d="M-62-74v62q0 12 34 12t34-12v-62z" fill="${fill}" stroke="${edge}"/><ellipse cx="-28" cy="-74" rx="34" ry="12" fill="#fff" stroke="${edge}"/><ellipse cx="-28" cy="-74" rx="22" ry="7.500" fill="none" stroke="${edge}"/><ellipse cx="-28" cy="-74" rx="9" ry="3" fill="${edge}"/><path d="M-62-52q34 14 68 0M-62-30q34 14 68 0" ${around} stroke="${edge}" stroke-opacity=".5"/><circle cx="40" cy="-28" r="28" fill="${fill}" stroke="${edge}"/><circle cx="40" cy="-28" r="19" fill="none" stroke="${edge}"/><circle cx="40" cy="-28" r="8" fill="#fff" stroke="${edge}"/>`;
}

function swabs(tip: string): string {
  return [-22, -13, -4, 5, 14, 23]
    .map((turn) =>
      group(
        `rotate(${turn})`,
        `<path d="M0 0v-92" stroke="#d9c39a" stroke-width="4"/><rect x="-5.500" y="-112" width="11" height="28" rx="5.500" fill="${tip}" stroke="#c3ced4"/>`,
      ),
    )
    .join('');
}

function balls(): string {
  return [-46, -14, 20, 48, -28, 6, 36]
    .map((x, at) => `<circle cx="${x}" cy="${at < 4 ? -18 : -44}" r="20" fill="#fdfefe" stroke="#d3dde2"/>`)
    .join('');
}

function needles(c: string): string {
  return [-40, -14, 12, 38]
    .map((x) =>
      group(
        `translate(${x} 0)`,
        `<path d="M0-108v40" stroke="#8e9aa2" stroke-width="2"/><path d="M-6-70h12l2 48h-16z" fill="#f5f8f9" stroke="#c3ced4"/><rect x="-9" y="-24" width="18" height="24" rx="4" fill="${c}"/>`,
      ),
    )
    .join('');
}

/** A coil of soft tube. */
function coil(end: string): string {
  const turn = (width: number, color: string) =>
    `<path d="M-64-30a42 30 0 1 1 84 0a42 30 0 1 1-84 0zM-52-30a30 20 0 1 1 60 0a30 20 0 1 1-60 0M20-30q18-44 34-50" ${around} stroke="${color}" stroke-width="${width}"/>`;
  return turn(7, '#9cc0cd') + turn(4.5, '#e8f5f8') + end;
}

const prongs = `<path d="M46-84q10-12 22-2M52-88v-12M62-90v-12" ${around} stroke="#9cc0cd" stroke-width="5"/>`;
const cupMask = `<path d="M34-104q34-12 46 20 4 30-26 34-26-10-30-34z" fill="#d9f0ee" stroke="#7fb9b4" stroke-width="2"/><path d="M44-92q18-6 26 12" ${around} stroke="#fff" stroke-width="4"/>`;

function sticks(): string {
  return [-20, -8, 4, 16]
    .map((turn) =>
      group(
        `rotate(${turn})`,
        '<rect x="-8" y="-112" width="16" height="112" rx="8" fill="#ecd3a4" stroke="#cfae74"/>',
      ),
    )
    .join('');
}

const eyeMask = `<path d="M-70-54q22-18 46-10 14 6 24 6t24-6q24-8 46 10 4 44-34 46-22 0-30-22-6-8-12 0-8 22-30 22-38-2-34-46z" fill="#a9cdea" stroke="#6f9fc4" stroke-width="1.5"/><path d="M-56-46q16-10 32-4M30-50q16-6 28 4" ${around} stroke="#fff" stroke-width="4"/>`;
const icePack = `<rect x="-62" y="-84" width="124" height="80" rx="14" fill="#9fd0ee" stroke="#6fa9cf" stroke-width="1.500"/><rect x="-52" y="-74" width="104" height="60" rx="9" fill="#c9e8f9"/><path d="M0-66v44M-19-55l38 22M19-55l-38 22" ${around} stroke="#fff" stroke-width="5"/>`;
const stoma = `<path d="M-34-104q34-12 68 0 18 40 8 88-42 30-84 0-10-48 8-88z" fill="#f1dcc6" stroke="#cfae8c" stroke-width="1.500"/><circle cy="-70" r="20" fill="#fff" stroke="#cfae8c" stroke-width="3"/><path d="M-30-10q30 14 60 0" ${around} stroke="#cfae8c" stroke-width="3"/>`;
const hat = `<path d="M-62-20q4-74 62-74t62 74q-62 20-124 0z" fill="#cfe6f1" stroke="#94bdd0"/><path d="M-62-20q62 20 124 0" ${around} stroke="#94bdd0" stroke-width="6"/><path d="M-34-26q2-44 12-60M34-26q-2-44-12-60M0-20v-70" ${around} stroke="#b4d4e2" stroke-width="2"/>`;
const cooling = (c: string) =>
  [10, -8]
    .map((turn, at) =>
      group(
        `translate(${at * 8 - 4} ${-48 - at * 4}) rotate(${turn})`,
        `<rect x="-58" y="-26" width="116" height="52" rx="14" fill="${at ? '#d6eefb' : '#fff'}" stroke="#9cc4da"/>${at ? `<path d="M-40 0h80" stroke="${c}" stroke-opacity=".4" stroke-width="10" stroke-linecap="round"/>` : ''}`,
      ),
    )
    .join('');
const condoms = (c: string) =>
  [-14, 8]
    .map((turn, at) =>
      group(
        `translate(${at * 44 - 22} -34) rotate(${turn})`,
        `<rect x="-30" y="-30" width="60" height="60" rx="4" fill="url(#foil)" stroke="#aeb8be"/><circle r="19" fill="none" stroke="${c}" stroke-width="4"/>`,
      ),
    )
    .join('');
const teststrips = (c: string) =>
  [-12, -2, 8, 18]
    .map((turn) =>
      group(
        `rotate(${turn})`,
        `<rect x="-6" y="-104" width="12" height="104" rx="2" fill="#fff" stroke="#c3ced4"/><rect x="-6" y="-30" width="12" height="30" fill="${c}"/><path d="M-6-72h12M-6-62h12" stroke="#d0455a" stroke-width="2.5"/>`,
      ),
    )
    .join('');
const shieldMask = `<path d="M-56-98q56-20 112 0v14q-56-18-112 0z" fill="#6fb3d3"/><path d="M-56-86q56-18 112 0l-8 70q-48 22-96 0z" fill="#e3f3f9" fill-opacity=".8" stroke="#a9cbd9"/><path d="M-40-74l-5 50" stroke="#fff" stroke-width="6" stroke-linecap="round"/>`;
const scraper = `<path d="M-60-74q40-26 96-10 34 16 22 36-12 16-40 4-30-12-44 6-14 22-34 8-14-20 0-44z" fill="#7a5230" stroke="#54371f" stroke-width="1.500"/><path d="M-48-66q36-18 80-6" ${around} stroke="#fff" stroke-opacity=".35" stroke-width="5"/>`;

/** By words in the name; the first match counts. */
const supplies: [words: RegExp, draw: (s: Sheet) => string][] = [
  [/防护口罩/, respirator],
  [
    /口罩/,
    () =>
      group('translate(-14 -26) rotate(-9) scale(.82)', mask('#d7ecf5')) + group('translate(8 0)', mask()),
  ],
  [
    /手套/,
    () => group('translate(-26 0) rotate(-8)', glove('#e2effa')) + group('translate(30 0)', glove('#cfe4f4')),
  ],
  [/创口贴/, strips],
  [/眼罩/, () => eyeMask],
  [/冰袋/, () => icePack],
  [/避孕套/, ({ c }) => condoms(c.main)],
  [/试纸|试条|测试条/, ({ c }) => teststrips(c.main)],
  [/退热|冷敷/, ({ c }) => cooling(c.main)],
  [
    /绷带|胶带/,
    ({ p }) =>
      /弹性|胶带/.test(p.look ?? p.name) ? rolls('#e7c9a5', '#c29a6b') : rolls('#fbfcfd', '#b9c8d0'),
  ],
  [/棉签/, ({ p }) => swabs(/碘/.test(p.look ?? p.name) ? '#b9652a' : '#fff')],
  [/棉球/, balls],
  [/鼻氧管/, () => coil(prongs)],
  [/雾化面罩/, () => coil(cupMask)],
  [/隔离面罩/, () => shieldMask],
  [/造口/, () => stoma],
  [/帽/, () => hat],
  [/压舌板/, sticks],
  [/刮痧/, () => scraper],
  [/针(?!灸)|采血/, ({ c }) => needles(c.main)],
  [/针灸/, ({ c }) => needles(c.accent)],
  [/敷|纱布|棉片|湿巾|垫|贴|换药|尿裤/, pads],
];

/** The consumable of a name; undefined where it is none that is known. */
export function findSupply(s: Sheet): string | undefined {
  return supplies.find(([words]) => words.test(s.p.look ?? s.p.name))?.[1](s);
}
