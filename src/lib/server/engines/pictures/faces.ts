import type { Face } from '#lib/contract/goods/pictures.ts';
import { infusion, jar, type Part, pumpBottle, syrupBottle, tabletBottle, tube } from './bottles.ts';
import { carton } from './box.ts';
import * as small from './companions.ts';
import { deviceCard, pouch } from './devices.ts';
import {
  canvas,
  type Drawn,
  group,
  isLiquid,
  type Package,
  packageOf,
  type Sheet,
  shadow,
  sheetOf,
} from './drawn.ts';
import { factsSheet } from './facts.ts';
import { herbBag } from './herbs.ts';
import { insideOf } from './inside.ts';
import { findSupply } from './supplies.ts';
import { escapeText } from './text.ts';

/** Draws one face of a product as a whole SVG document. Pure: the same product gives the same picture. */
export function drawFace(p: Drawn, face: Face): string {
  const s = sheetOf(p);
  const draw = { front, inside: insideOf, facts: factsSheet, pack };
  const { parts, defs } = draw[face](s);
  const label = { front: '外包装', inside: '内包装', facts: '说明', pack: '中包装' }[face];
  return canvas(escapeText(`${p.name} ${p.spec} ${label}`), parts, defs);
}

const standing: Partial<Record<Package, (s: Sheet) => Part>> = {
  bottle: tabletBottle,
  syrup: syrupBottle,
  tube,
  infusion,
  herb: herbBag,
  pouch,
  jar,
  pump: pumpBottle,
  device: deviceCard,
};

/** The package on the shelf. */
export function front(s: Sheet): Part {
  const kind = packageOf(s.p);
  const alone = standing[kind];
  if (!alone) return withCompanion(s, kind);
  const { parts, defs } = alone(s);
  return { parts: shadow(200, 348, kind === 'herb' || kind === 'device' ? 170 : 130, 22) + parts, defs };
}

/** A carton with its content in front. */
function withCompanion(s: Sheet, kind: Package): Part {
  const box = carton(s);
  const what = companion(s, kind);
  const scale = what ? 1.12 : 1.18;
  const place = what ? `translate(34 ${96}) scale(${scale})` : `translate(30 112) scale(${scale})`;
  return {
    defs: box.defs + small.foil + small.glassy + small.white,
    parts: shadow(206, what ? 300 : 326, 190, 26) + group(place, box.parts) + what,
  };
}

function companion(s: Sheet, kind: Package): string {
  const at = (x: number, y: number, parts: string, scale = 1) =>
    shadow(x, y, 70 * scale, 13) + group(`translate(${x} ${y}) scale(${scale})`, parts);
  const { form } = s.p;
  const supply = s.p.kind === '医疗器械' || s.p.kind === '消毒个护' ? findSupply(s) : undefined;
  if (supply !== undefined) return at(276, 352, supply, 1.06);
  if (/灌肠/.test(form)) return at(284, 350, small.enema(s));
  if (/凝胶/.test(form)) return at(290, 346, small.sachets(s, 3), 0.82);
  if (kind === 'ampoule') return at(268, 350, small.ampoules(s, 3), 0.95);
  if (kind === 'vial') return at(262, 350, small.vials(s, 2), 0.98);
  if (kind === 'dropper') return at(306, 350, small.dropper(s), 1.05);
  if (kind === 'spray') return at(304, 350, small.spray(s), 0.98);
  if (/栓|阴道/.test(form)) return at(258, 350, small.suppositories(s, 3));
  if (/贴/.test(form)) return at(280, 348, small.plasters(), 0.92);
  if (/丸/.test(form) && form !== '滴丸剂') return at(280, 350, small.pills(s), 1.1);
  if (isLiquid(s.p)) return at(262, 350, small.oralVials(s, 3));
  if (/颗粒|散|粉|混悬/.test(form)) return at(290, 346, small.sachets(s, 3), 0.82);
  if (/片|胶囊|丸/.test(form)) return group('translate(214 268) rotate(-7)', small.blister(s, 5, 3));
  return '';
}

/** A shrink-wrapped pack: the front three times, one behind the other. */
function pack(s: Sheet): Part {
  const { parts, defs } = front({ ...s });
  const count = `<g><rect x="118" y="352" width="164" height="32" rx="16" fill="#1d2b36" opacity=".82"/><text x="200" y="374" font-size="17" font-weight="700" fill="#fff" text-anchor="middle">中包装 ${s.p.midPack} ${escapeText(s.p.unit)}</text></g>`;
  const places = [
    'translate(118 10) scale(.68)',
    'translate(64 46) scale(.68)',
    'translate(10 82) scale(.68)',
  ];
  const shown = s.p.midPack > 1 ? places : ['translate(40 20) scale(.8)'];
  return {
    defs: `${defs}<g id="one">${parts}</g>`,
    parts: shown.map((place) => `<use href="#one" transform="${place}"/>`).join('') + count,
  };
}
