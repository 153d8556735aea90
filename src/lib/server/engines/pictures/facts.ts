import { isPrescription } from '#lib/rules/goods/otc.ts';
import type { Part } from './bottles.ts';
import type { Sheet } from './drawn.ts';
import { fit, r, textBlock } from './text.ts';

/** The back of the package: its facts in a table, with a bar code. */
export function factsSheet(s: Sheet): Part {
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
