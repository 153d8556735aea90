import type { Face } from '#lib/contract/goods/pictures.ts';
import { isPrescription } from '#lib/rules/goods/otc.ts';
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
import { herbBag } from './herbs.ts';
import { insideOf } from './inside.ts';
import { findSupply } from './supplies.ts';
import { escapeText, fit, r, textBlock } from './text.ts';

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

/** The back of the package: its facts in a table, with a bar code. */
function factsSheet(s: Sheet): Part {
  const { p, c } = s;
  const rows: [name: string, value: string][] = [
    ['规格', p.spec],
    ['剂型', p.form],
    ['批准文号', p.approvalNo],
    ['产地', p.origin],
    ['贮藏', p.storage],
    ['有效期', `${p.shelfLifeMonths} 个月`],
    ['生产企业', p.maker],
    // The leaflet of a prescription drug is for approved buyers only.
    ['适用', isPrescription(p.otc) ? '处方药，凭医师处方销售、购买和使用' : p.indications],
  ];
  let y = 128;
  const lines = rows
    .filter(([, value]) => value)
    .map(([name, value]) => {
      const fitted = fit(value, 196, 13.5, 10, name === '适用' ? 3 : 2);
      const height = Math.max(25, fitted.lines.length * fitted.size * 1.25 + 8);
      const row =
        textBlock({ lines: [name], size: 13 }, 78, y + height / 2, { fill: '#70808c' }) +
        textBlock(fitted, 138, y + height / 2, { fill: '#26343f', lineHeight: 1.25 }) +
        `<path d="M74 ${r(y + height)}h252" stroke="${c.light}" stroke-opacity=".6"/>`;
      y += height;
      return row;
    })
    .join('');
  const bars = Array.from({ length: 30 }, (_, at) =>
    s.random.chance(0.6)
      ? `<rect x="${228 + at * 3.2}" y="338" width="${s.random.pick([1.2, 2.2])}" height="26" fill="#26343f"/>`
      : '',
  ).join('');
  return {
    defs: '',
    parts:
      `<ellipse cx="200" cy="372" rx="170" ry="16" fill="url(#shade)"/><rect x="54" y="26" width="292" height="346" rx="8" fill="#fff" stroke="${c.light}"/><path d="M54 34q0-8 8-8h276q8 0 8 8v76H54z" fill="${c.main}"/><path d="M54 110h292v5H54z" fill="${c.accent}"/>` +
      textBlock(fit(p.name, 250, 27, 13, 2), 200, 62, { fill: '#fff', anchor: 'middle', weight: 700 }) +
      textBlock(fit(p.otc === '普通' ? p.category1 : `${p.otc} · ${p.category1}`, 240, 13, 9, 1), 200, 97, {
        fill: '#e8f1f4',
        anchor: 'middle',
      }) +
      lines +
      (y < 330 ? bars : ''),
  };
}
