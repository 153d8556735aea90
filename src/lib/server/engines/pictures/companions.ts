import { makeRandom } from '#lib/rules/text/random.ts';
import { gradient, group, type Sheet, shadow } from './drawn.ts';
import { r } from './text.ts';

/** Small things in front of their carton, drawn around 0,0 (their foot). */

/** A blister card of tablets or capsules, lying; its corner is at 0,0. */
export function blister(s: Sheet, columns: number, rows: number): string {
  const isCapsule = s.p.form.includes('胶囊');
  const tone = makeRandom(s.p.name).pick(['#ffffff', '#fff1cc', s.c.pale, '#fde3e3', '#e4f1fb']);
  const step = 30;
  const width = columns * step + 16;
  const height = rows * step + 16;
  const one = isCapsule
    ? `<rect x="-7.5" y="-12" width="15" height="24" rx="7.5" fill="#fbfbfb" stroke="#0002"/><path d="M-7.5 0v-4.500a7.500 7.500 0 0 1 15 0V0z" fill="${s.c.main}"/><path d="M-3.500-7v13" stroke="#fff" stroke-opacity=".7" stroke-width="2" stroke-linecap="round"/>`
    : `<circle r="10.500" fill="${tone}" stroke="#00000022"/><path d="M-6 0H6" stroke="#0000002a" stroke-width="1.4"/><path d="M-6-5a8 8 0 0 1 7-3" stroke="#fff" stroke-width="2" fill="none" stroke-linecap="round"/>`;
  let parts = `<rect width="${width}" height="${height}" rx="9" fill="url(#foil)" stroke="#aeb8be"/>`;
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      const place = `translate(${8 + step / 2 + x * step} ${8 + step / 2 + y * step})`;
      parts += group(
        place,
        `<circle r="13.500" fill="#fff" opacity=".55"/><circle r="13.500" fill="none" stroke="#9aa6ad" stroke-opacity=".55"/>${one}`,
      );
    }
  }
  return parts;
}

/** The shine of aluminium foil. */
export const foil = gradient('foil', [
  [0, '#d7dee2'],
  [0.35, '#f4f7f8'],
  [0.7, '#cdd6db'],
  [1, '#e6ebee'],
]);

/** Glass ampoules, `count` side by side. */
export function ampoules(s: Sheet, count: number): string {
  return Array.from({ length: count }, (_, at) =>
    group(
      `translate(${at * 32} 0)`,
      `<path d="M-4-118q0-6 4-6t4 6l2 26q8 5 8 15v66q0 11-14 11t-14-11v-66q0-10 8-15z" fill="url(#glassy)" stroke="#9fb9c4" stroke-width="1.2"/><path d="M-14-48v37q0 11 14 11t14-11v-37z" fill="${s.c.light}" opacity=".55"/><rect x="-14" y="-62" width="28" height="34" fill="#fff" opacity=".92"/><rect x="-14" y="-62" width="28" height="5" fill="${s.c.main}"/><path d="M-9-49h18M-9-43h18M-9-37h11" stroke="${s.c.dark}" stroke-width="1.6"/><path d="M-5-92h10" stroke="#2d6fb8" stroke-width="2"/>`,
    ),
  ).join('');
}

export const glassy = gradient('glassy', [
  [0, '#dcebf0'],
  [0.3, '#ffffff'],
  [1, '#c9dfe7'],
]);

/** Vials with a crimped cap. */
export function vials(s: Sheet, count: number): string {
  return Array.from({ length: count }, (_, at) =>
    group(
      `translate(${at * 58} 0)`,
      `<rect x="-16" y="-104" width="32" height="22" rx="4" fill="${s.c.main}"/><rect x="-17" y="-88" width="34" height="10" rx="2" fill="url(#foil)"/><path d="M-13-78h26v8q13 4 13 16v44q0 10-10 10h-32q-10 0-10-10v-44q0-12 13-16z" fill="url(#glassy)" stroke="#9fb9c4"/><path d="M-26-18q13-9 26-4t26-1v13q0 10-10 10h-32q-10 0-10-10z" fill="#fff"/><rect x="-26" y="-54" width="52" height="30" fill="#fff" opacity=".95"/><rect x="-26" y="-54" width="52" height="5" fill="${s.c.accent}"/><path d="M-18-42h36M-18-35h36M-18-28.500h20" stroke="${s.c.dark}" stroke-width="1.800"/>`,
    ),
  ).join('');
}

/** A small dropper bottle. */
export function dropper(s: Sheet): string {
  return `<path d="M-7-150q0-8 7-8t7 8l3 22h-20z" fill="#fff" stroke="#cdd6dc"/><path d="M-17-128h34l3 34h-40z" fill="${s.c.main}"/><path d="M-30-76q0-18 18-18h24q18 0 18 18v66q0 10-10 10h-40q-10 0-10-10z" fill="url(#white)" stroke="#cdd6dc"/><rect x="-30" y="-66" width="60" height="50" fill="${s.c.pale}"/><rect x="-30" y="-66" width="60" height="6" fill="${s.c.accent}"/><path d="M-20-48h40M-20-40h40M-20-32h24" stroke="${s.c.dark}" stroke-width="2"/>`;
}

export const white = gradient('white', [
  [0, '#dfe6ea'],
  [0.3, '#ffffff'],
  [1, '#d6dfe4'],
]);

/** A nasal spray, or an inhaler for what is breathed in. */
export function spray(s: Sheet): string {
  if (/吸入|气雾/.test(s.p.form)) {
    return `<path d="M-8-150h46v96h-46z" fill="url(#foil)" stroke="#aeb8be"/><path d="M-16-118h62v108q0 10-10 10h-66q-10 0-10-10v-26q0-10 10-10h14z" fill="${s.c.main}"/><path d="M-40-36h12v36h-2q-10 0-10-10z" fill="${s.c.dark}"/><rect x="-6" y="-100" width="42" height="48" rx="4" fill="#fff" opacity=".92"/><path d="M0-86h30M0-77h30M0-68h18" stroke="${s.c.dark}" stroke-width="2"/>`;
  }
  return `<path d="M-6-176q0-8 6-8t6 8v28h-12z" fill="#fff" stroke="#cdd6dc"/><path d="M-30-128q4-18 18-20h24q14 2 18 20l2 12h-64z" fill="${s.c.main}"/><rect x="-18" y="-116" width="36" height="14" fill="#e9eef1"/><path d="M-28-88q0-14 14-14h28q14 0 14 14v78q0 10-10 10h-36q-10 0-10-10z" fill="url(#white)" stroke="#cdd6dc"/><rect x="-28" y="-76" width="56" height="54" fill="${s.c.pale}"/><path d="M-19-62h38M-19-53h38M-19-44h22" stroke="${s.c.dark}" stroke-width="2"/>`;
}

/** Stick or pillow sachets, fanned. */
export function sachets(s: Sheet, count: number): string {
  return Array.from({ length: count }, (_, at) =>
    group(
      `rotate(${r((at - (count - 1) / 2) * 11)} 0 60)`,
      `<rect x="-26" y="-120" width="52" height="120" rx="3" fill="url(#foil)" stroke="#b5bfc5"/><rect x="-26" y="-104" width="52" height="88" fill="${at % 2 ? s.c.main : s.c.pale}"/><path d="M-26-104h52M-26-16h52" stroke="${s.c.accent}" stroke-width="4"/><path d="M-15-74h30M-15-64h30M-15-54h18" stroke="${at % 2 ? '#fff' : s.c.dark}" stroke-width="2.600"/>`,
    ),
  ).join('');
}

/** Large honeyed pills: two whole, one cut from its wax shell. */
export function pills(s: Sheet): string {
  const tone = s.random.pick(['#4a2a17', '#5a3a1c', '#3b2417']);
  const ball = (x: number, y: number, size: number) =>
    `${shadow(x, y + size - 2, size, size * 0.3)}<circle cx="${x}" cy="${y}" r="${size}" fill="${tone}"/><circle cx="${r(x - size * 0.3)}" cy="${r(y - size * 0.35)}" r="${r(size * 0.28)}" fill="#fff" opacity=".28"/>`;
  const big = s.p.form === '大蜜丸';
  return big
    ? ball(-34, -22, 22) + ball(14, -18, 20) + ball(48, -34, 18)
    : Array.from({ length: 22 }, (_, at) =>
        ball(
          Math.round(-50 + s.random.next() * 110),
          Math.round(-10 - s.random.next() * 26 - (at % 3) * 5),
          8,
        ),
      ).join('');
}

/** Slim vials of oral liquid with tear-off caps. */
export function oralVials(s: Sheet, count: number): string {
  return Array.from({ length: count }, (_, at) =>
    group(
      `translate(${at * 34} 0)`,
      `<rect x="-9" y="-112" width="18" height="14" rx="3" fill="${s.c.accent}"/><path d="M-8-98h16v8q6 4 6 12v68q0 10-14 10t-14-10v-68q0-8 6-12z" fill="#8d4c1b"/><path d="M-8-80v60" stroke="#fff" stroke-opacity=".35" stroke-width="3" stroke-linecap="round"/><rect x="-14" y="-66" width="28" height="42" fill="#fff" opacity=".92"/><path d="M-8-54h16M-8-46h16M-8-38h9" stroke="${s.c.dark}" stroke-width="1.600"/>`,
    ),
  ).join('');
}

/** Sheets of a medicated plaster. */
export function plasters(): string {
  return [0, 1, 2]
    .map((at) =>
      group(
        `translate(${at * 18 - 20} ${-80 - at * 10}) rotate(${at * 7 - 8})`,
        `<rect x="-38" y="-30" width="92" height="72" rx="8" fill="${at === 2 ? '#e9c9a2' : '#f6e3c8'}" stroke="#d8b98f"/><rect x="-26" y="-20" width="68" height="52" rx="4" fill="${at === 2 ? '#7b4a24' : '#e2c193'}"/>`,
      ),
    )
    .join('');
}

/** A strip of suppositories. */
export function suppositories(s: Sheet, count: number): string {
  return `<rect x="-12" y="-92" width="${count * 34 + 6}" height="92" rx="8" fill="url(#foil)" stroke="#aeb8be"/>${Array.from(
    { length: count },
    (_, at) =>
      `<path d="M${at * 34 - 4} -14v-34q0-26 12-32q12 6 12 32v34q0 6-6 6h-12q-6 0-6-6z" fill="#fffdf6" stroke="${s.c.light}" stroke-width="2"/>`,
  ).join('')}`;
}

/** An enema: a soft bulb with its long neck. */
export function enema(s: Sheet): string {
  return `<path d="M-4-152h8l3 62h-14z" fill="#f7fbfc" stroke="#cdd6dc"/><path d="M-8-92h16q26 14 26 50 0 42-34 42t-34-42q0-36 26-50z" fill="url(#white)" stroke="#cdd6dc"/><rect x="-20" y="-56" width="40" height="30" rx="3" fill="${s.c.main}"/><path d="M-13-46h26M-13-38h18" stroke="#fff" stroke-width="2"/>`;
}
