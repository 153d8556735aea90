import type { Part } from './bottles.ts';
import { infusion } from './bottles.ts';
import * as small from './companions.ts';
import { device } from './devices.ts';
import { gradient, group, isLiquid, type Package, packageOf, type Sheet, shadow } from './drawn.ts';
import { herbBowl } from './herbs.ts';
import { findSupply } from './supplies.ts';

const tray = (parts: string, color: string) =>
  `${shadow(200, 338, 190, 30)}<rect x="44" y="70" width="312" height="264" rx="22" fill="${color}"/><rect x="56" y="82" width="288" height="240" rx="16" fill="#fff" opacity=".72"/>${parts}`;

/** The content of the opened package. */
export function insideOf(s: Sheet): Part {
  const kind = packageOf(s.p);
  const defs = small.foil + small.glassy + small.white;
  if (kind === 'herb') return herbBowl(s);
  if (kind === 'infusion') return infusion(s);
  if (kind === 'device') {
    return { defs, parts: shadow(200, 312, 170, 26) + group('translate(200 200) scale(1.36)', device(s)) };
  }
  return { defs: defs + liquidGradient, parts: tray(content(s, kind), s.c.light) };
}

const liquidGradient = gradient('liquid', [
  [0, '#8d4c1b'],
  [0.4, '#c98a45'],
  [1, '#7b3f14'],
]);

function content(s: Sheet, kind: Package): string {
  const { form } = s.p;
  const supply = s.p.kind === '医疗器械' || s.p.kind === '消毒个护' ? findSupply(s) : undefined;
  if (supply !== undefined) return group('translate(200 276) scale(1.6)', supply);
  const put = (x: number, y: number, scale: number, parts: string) =>
    group(`translate(${x} ${y}) scale(${scale})`, parts);
  if (kind === 'ampoule') return put(104, 292, 1.5, small.ampoules(s, 5));
  if (kind === 'vial') return put(124, 290, 1.5, small.vials(s, 2)) + put(298, 290, 1.5, small.vials(s, 1));
  if (kind === 'dropper') return put(146, 304, 1.3, small.dropper(s)) + put(256, 304, 1.3, small.dropper(s));
  if (kind === 'spray') return put(196, 312, 1.22, small.spray(s));
  if (kind === 'tube') return cream(s);
  if (kind === 'syrup' || kind === 'pump') return cup();
  if (kind === 'pouch') return put(200, 296, 1.5, small.sachets(s, 4));
  if (/灌肠/.test(form)) return put(160, 300, 1.4, small.enema(s)) + put(256, 300, 1.4, small.enema(s));
  if (/栓|阴道/.test(form)) return put(92, 282, 1.72, small.suppositories(s, 4));
  if (/贴/.test(form)) return put(196, 290, 1.5, small.plasters());
  if (/丸/.test(form) && form !== '滴丸剂') return put(196, 250, 2.1, small.pills(s));
  if (isLiquid(s.p)) return put(114, 296, 1.6, small.oralVials(s, 4));
  if (/颗粒|散|粉|混悬|茶/.test(form)) return put(200, 292, 1.45, small.sachets(s, 4));
  if (kind === 'bottle' || kind === 'jar') return loose(s);
  return (
    group('translate(78 96) rotate(-3)', small.blister(s, 8, 4)) +
    group('translate(92 196) rotate(4)', small.blister(s, 7, 3))
  );
}

/** Tablets, capsules or soft gels spread out. */
function loose(s: Sheet): string {
  const tone = s.random.pick(['#fff', '#fdf3d8', s.c.pale, '#f7e2c4']);
  return Array.from({ length: 26 }, (_, at) => {
    const x = 96 + (at % 7) * 34 + s.random.int(-6, 6);
    const y = 124 + Math.floor(at / 7) * 48 + s.random.int(-6, 6);
    const shape = /软胶囊/.test(s.p.form)
      ? `<ellipse rx="20" ry="11" fill="#e2a63a"/><ellipse cx="-6" cy="-4" rx="8" ry="3" fill="#fff" opacity=".6"/>`
      : /胶囊/.test(s.p.form)
        ? `<rect x="-20" y="-9" width="40" height="18" rx="9" fill="#fff" stroke="#0002"/><path d="M0-9h11a9 9 0 0 1 0 18H0z" fill="${s.c.main}"/>`
        : `<ellipse rx="16" ry="13" fill="${tone}" stroke="#0002"/><ellipse cy="4" rx="15.500" ry="11" fill="none" stroke="#0001"/><path d="M-9 0H9" stroke="#0002" stroke-width="1.500"/>`;
    return group(
      `translate(${x} ${y}) rotate(${s.random.int(0, 180)})`,
      `<ellipse cy="6" rx="19" ry="11" fill="#12303a" opacity=".1"/>${shape}`,
    );
  }).join('');
}

/** A curl of cream out of a nozzle. */
function cream(s: Sheet): string {
  return `<g transform="translate(34 -4) rotate(-24 200 200)"><path d="M40 160h150v80H40z" fill="#fff" stroke="#cdd6dc"/><path d="M60 160h46v80H60z" fill="${s.c.main}"/><path d="M190 166l26 14v40l-26 14z" fill="#e6ecef"/><rect x="216" y="188" width="18" height="24" fill="#d3dce1"/></g><g transform="translate(26 0)"><path d="M262 176q34-26 44 6t-34 40q-44 8-52 40t44 26q28-8 30-30" fill="none" stroke="${s.random.pick(['#fffdf6', '#f7f1e3', '#fdf6f3'])}" stroke-width="24" stroke-linecap="round"/><path d="M262 172q30-20 38 8" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round"/><path d="M262 176q34-26 44 6t-34 40q-44 8-52 40t44 26q28-8 30-30" fill="none" stroke="#00000012" stroke-width="25" stroke-linecap="round"/></g>`;
}

/** A measuring cup with liquid in it. */
function cup(): string {
  return `<path d="M118 116h164l-18 172q-2 16-18 16h-92q-16 0-18-16z" fill="url(#glassy)" stroke="#a9bec8" stroke-width="2"/><path d="M127 196h146l-9 90q-2 14-16 14h-96q-14 0-16-14z" fill="url(#liquid)" opacity=".9"/><ellipse cx="200" cy="196" rx="73" ry="11" fill="#d99b57"/><ellipse cx="200" cy="116" rx="82" ry="13" fill="#eff7f9" stroke="#a9bec8" stroke-width="2"/>${[0, 1, 2, 3, 4].map((at) => `<path d="M${132 + at * 1.8} ${150 + at * 30}h${at % 2 ? 16 : 26}" stroke="#41566b" stroke-width="2.400"/>`).join('')}<path d="M250 140l-10 130" stroke="#fff" stroke-opacity=".6" stroke-width="7" stroke-linecap="round"/>`;
}
