import { gradient, type Sheet } from './drawn.ts';
import { brandMark, classMark, nameBlock, ornament } from './label.ts';
import { fit, textBlock } from './text.ts';

export type Part = { parts: string; defs: string };

const round = (id: string, edge: string, light: string, middle: string) =>
  gradient(id, [
    [0, edge],
    [0.2, light],
    [0.55, middle],
    [1, edge],
  ]);

/** A paper label around a bottle: `top` to `top + height`, from x to x + width; curved a little by shading. */
function label(s: Sheet, x: number, top: number, width: number, height: number): string {
  const isDeep = s.p.kind === '中成药' || s.p.kind === '保健食品';
  const paper = isDeep ? s.c.main : '#fff';
  const ink = isDeep ? '#fff' : s.c.dark;
  const soft = isDeep ? '#eef3f2' : '#4a5a67';
  return (
    `<g transform="translate(${x} ${top})"><rect width="${width}" height="${height}" fill="${paper}"/>` +
    ornament(s, width, height, isDeep ? '#fff' : s.c.light) +
    `<rect width="${width}" height="7" fill="${s.c.accent}"/><rect y="${height - 7}" width="${width}" height="7" fill="${isDeep ? s.c.dark : s.c.main}"/>` +
    brandMark(s.p.brand, 10, 26, isDeep ? '#fff' : s.c.main, isDeep ? s.c.dark : '#fff') +
    classMark(s.p.otc, width - 30, 26) +
    nameBlock(s, { x: 10, y: 38, width: width - 20, height: height - 52 }, ink, soft) +
    `<rect width="${width}" height="${height}" fill="url(#curve)"/></g>`
  );
}

const curve = `<linearGradient id="curve"><stop offset="0" stop-color="#000" stop-opacity=".22"/><stop offset=".16" stop-color="#fff" stop-opacity=".18"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".2"/></linearGradient>`;

/** Ridges of a screw cap. */
function ridges(x: number, y: number, width: number, height: number): string {
  let parts = '';
  for (let at = 8; at < width - 4; at += 9) {
    parts += `<path d="M${x + at} ${y + 6}v${height - 10}" stroke="#000" stroke-opacity=".1" stroke-width="2"/>`;
  }
  return parts;
}

/** A white plastic bottle for tablets. */
export function tabletBottle(s: Sheet): Part {
  return {
    defs:
      curve + round('body', '#d5dde2', '#ffffff', '#f4f7f8') + round('cap', s.c.dark, s.c.light, s.c.main),
    parts: `<rect x="136" y="44" width="128" height="52" rx="9" fill="url(#cap)"/>${ridges(136, 44, 128, 52)}<rect x="148" y="94" width="104" height="18" fill="url(#body)"/><path d="M112 138q0-28 36-28h104q36 0 36 28v190q0 18-18 18H130q-18 0-18-18z" fill="url(#body)"/>${label(s, 112, 152, 176, 168)}`,
  };
}

/** An amber bottle for syrups and other liquids. */
export function syrupBottle(s: Sheet): Part {
  return {
    defs:
      curve + round('glass', '#6b3410', '#c17a36', '#8d4c1b') + round('cap', '#cfd7db', '#ffffff', '#e9eef0'),
    parts: `<rect x="160" y="36" width="80" height="44" rx="7" fill="url(#cap)"/>${ridges(160, 36, 80, 44)}<path d="M168 80h64v26q0 14 18 26 28 16 28 42v152q0 20-20 20H142q-20 0-20-20V174q0-26 28-42 18-12 18-26z" fill="url(#glass)"/><path d="M140 170q4-14 20-22" stroke="#fff" stroke-opacity=".5" stroke-width="5" fill="none" stroke-linecap="round"/>${label(s, 122, 182, 156, 140)}`,
  };
}

/** A wide jar for supplements. */
export function jar(s: Sheet): Part {
  return {
    defs:
      curve + round('body', s.c.dark, s.c.light, s.c.main) + round('cap', '#b98f36', '#fff0c2', '#dcb662'),
    parts: `<rect x="108" y="56" width="184" height="56" rx="10" fill="url(#cap)"/>${ridges(108, 56, 184, 56)}<path d="M98 140q0-30 30-30h144q30 0 30 30v188q0 20-20 20H118q-20 0-20-20z" fill="url(#body)"/>${label(s, 98, 150, 204, 172)}`,
  };
}

/** A pump bottle for disinfectants and care; without a pump when it is small. */
export function pumpBottle(s: Sheet): Part {
  const hasPump = /洗手|沐浴|凝胶|洗发|500|1000|L/.test(s.p.name + s.p.spec);
  const top = hasPump
    ? `<path d="M196 40h14v30h-14z" fill="#dfe6ea"/><path d="M150 34q0-10 12-10h56q10 0 10 10v12h-66q-8 0-8 8h-4z" fill="#f4f7f8" stroke="#cfd8dd"/><rect x="172" y="66" width="62" height="34" rx="7" fill="url(#cap)"/>`
    : `<path d="M166 52q0-10 10-10h52q10 0 10 10v48h-72z" fill="url(#cap)"/>${ridges(166, 44, 72, 54)}`;
  return {
    defs:
      curve + round('body', '#b9dfe6', '#f6fdff', '#d9f1f4') + round('cap', s.c.dark, s.c.light, s.c.main),
    parts: `${top}<path d="M130 150q0-50 44-50h56q44 0 44 50v176q0 20-20 20H150q-20 0-20-20z" fill="url(#body)"/>${label(s, 130, 164, 144, 154)}`,
  };
}

/** A soft bag (or a bottle) for infusions. */
export function infusion(s: Sheet): Part {
  const text = nameBlock(s, { x: 126, y: 132, width: 148, height: 132 }, s.c.dark, '#456');
  const marks = [0, 1, 2, 3, 4, 5]
    .map(
      (at) => `<path d="M112 ${150 + at * 26}h${at % 2 ? 8 : 13}" stroke="${s.c.main}" stroke-width="1.6"/>`,
    )
    .join('');
  const defs = gradient('bag', [
    [0, '#cfe4ea'],
    [0.25, '#f7fdff'],
    [0.7, '#e6f4f7'],
    [1, '#c3dbe2'],
  ]);
  if (s.p.unit === '瓶') {
    return {
      defs: defs + round('cap', '#b5433a', '#f09a8c', '#d7594d'),
      parts: `<path d="M180 30a20 14 0 0 1 40 0" fill="none" stroke="#9fb4bd" stroke-width="5"/><rect x="164" y="40" width="72" height="34" rx="6" fill="url(#cap)"/><path d="M172 74h56v20q0 10 20 18 44 14 44 44v172q0 18-18 18H126q-18 0-18-18V156q0-30 44-44 20-8 20-18z" fill="url(#bag)" stroke="#b8d0d8"/><rect x="122" y="${126}" width="156" height="150" rx="4" fill="#fff" opacity=".72"/><rect x="122" y="126" width="156" height="6" fill="${s.c.main}"/>${text}${marks}`,
    };
  }
  return {
    defs,
    parts: `<path d="M112 60q0-22 22-22h132q22 0 22 22l8 232q0 34-34 34H138q-34 0-34-34z" fill="url(#bag)" stroke="#b8d0d8" stroke-width="1.5"/><rect x="182" y="48" width="36" height="12" rx="6" fill="#fff" stroke="#b8d0d8"/><path d="M112 84h176" stroke="#b8d0d8"/><rect x="122" y="112" width="156" height="166" rx="6" fill="#fff" opacity=".7"/><rect x="122" y="112" width="156" height="7" fill="${s.c.main}"/>${text}${marks}<rect x="166" y="324" width="22" height="30" rx="4" fill="#dfeaee" stroke="#b8d0d8"/><rect x="212" y="324" width="22" height="30" rx="4" fill="${s.c.accent}"/>`,
  };
}

/** An upright tube with its cap below. */
export function tube(s: Sheet): Part {
  const text =
    brandMark(s.p.brand, 138, 112, s.c.main, '#fff') +
    classMark(s.p.otc, 246, 112) +
    textBlock(fit(s.p.name, 112, 26, 11, 3), 200, 164, { fill: s.c.dark, anchor: 'middle', weight: 700 }) +
    textBlock(fit(s.p.spec, 112, 14, 8, 2), 200, 222, { fill: '#4a5a67', anchor: 'middle', weight: 500 }) +
    textBlock(fit(s.p.maker, 108, 10.5, 7, 2), 200, 262, { fill: '#4a5a67', anchor: 'middle' });
  return {
    defs:
      curve + round('body', '#d9e0e5', '#ffffff', '#f6f8f9') + round('cap', s.c.dark, s.c.light, s.c.main),
    parts: `<g transform="rotate(6 200 200)"><path d="M120 44h160v22H120z" fill="#e3e9ed" stroke="#cdd6dc"/>${Array.from({ length: 17 }, (_, at) => `<path d="M${126 + at * 9} 46v18" stroke="#c3ccd3"/>`).join('')}<path d="M120 66h160l-16 232q-1 12-14 12H150q-13 0-14-12z" fill="url(#body)"/><path d="M122 82h156l-1 14H123z" fill="${s.c.main}"/><path d="M134 274c40-16 90 14 132-4l-2 30q-1 10-14 10H150q-13 0-14-12z" fill="${s.c.main}"/><path d="M134 274c40-16 90 14 132-4v-6c-40 16-92-12-132 2z" fill="${s.c.accent}"/>${text}<path d="M168 310h64v8h-64z" fill="#dbe2e6"/><path d="M162 318h76l-5 40q-1 6-8 6h-50q-7 0-8-6z" fill="url(#cap)"/></g>`,
  };
}
