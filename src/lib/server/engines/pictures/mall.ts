/** What the points mall offers, drawn by words of its name. */
import { canvas, group, shadow } from './drawn.ts';
import { type Palette, paletteOf } from './palette.ts';
import { escapeText, fit, textBlock } from './text.ts';

/** What a picture needs to know; amounts as texts. */
export interface DrawnOffer {
  kind: 'thing' | 'coupon' | 'voucher' | 'chance';
  name: string;
  /** Of a coupon or voucher, in whole yuan: 50. */
  value: string;
  /** 满500可用; empty without a threshold. */
  condition: string;
}

const round = 'fill="none" stroke-linecap="round" stroke-linejoin="round"';
const pale = '#f7fafb';
const edge = '#c9d4da';
const steel = '#8e9aa2';

/** The first that fits counts. Drawn into 240 × 240 around 0,0. */
const things: [words: RegExp, draw: (c: Palette) => string][] = [
  [
    /壶/,
    (c) =>
      `<path d="M60 42q36-10 42-60h16" ${round} stroke="${c.dark}" stroke-width="14"/><path d="M-70 4q-48 0-46 38t56 34" ${round} stroke="${c.dark}" stroke-width="12"/><ellipse cx="-4" cy="36" rx="74" ry="62" fill="#e6f3f5" stroke="${edge}" stroke-width="4"/><path d="M-76 40a72 58 0 0 0 144 0z" fill="${c.accent}" fill-opacity=".6"/><path d="M-54-18q50-40 100 0z" fill="${c.main}"/><circle cx="-4" cy="-48" r="12" fill="${c.dark}"/>`,
  ],
  [
    /焖烧/,
    (c) =>
      `<rect x="-76" y="-52" width="132" height="156" rx="22" fill="${c.main}"/><path d="M-76-6h132v34h-132z" fill="${c.light}"/><rect x="-68" y="-92" width="116" height="42" rx="14" fill="${c.dark}"/><path d="M-44-92q0-22 34-22t34 22" ${round} stroke="${steel}" stroke-width="9"/><path d="M92-56v154" ${round} stroke="${steel}" stroke-width="9"/><ellipse cx="92" cy="-76" rx="15" ry="24" fill="${steel}"/>`,
  ],
  [
    /杯/,
    (c) =>
      `<path d="M-44-62h88l-8 160q-2 14-16 14h-40q-14 0-16-14z" fill="${c.main}"/><path d="M-44-62h30l6 174h-12q-14 0-16-14z" fill="${c.light}" fill-opacity=".5"/><rect x="-50" y="-92" width="100" height="34" rx="10" fill="${c.dark}"/><rect x="-22" y="-112" width="44" height="24" rx="8" fill="${steel}"/><path d="M44-30q46 4 40 50t-48 44" ${round} stroke="${c.dark}" stroke-width="12"/>`,
  ],
  [
    /伞/,
    (c) =>
      `<path d="M-112 6a112 98 0 0 1 224 0q-28-22-56 0-28-22-56 0-28-22-56 0-28-22-56 0z" fill="${c.main}"/><path d="M0-92q-46 36-56 98 28-22 56 0 28-22 56 0Q46-56 0-92z" fill="${c.light}"/><path d="M0-108v200q0 22 20 22t20-22" ${round} stroke="${c.dark}" stroke-width="9"/>`,
  ],
  [
    /咖啡/,
    (c) =>
      `<path d="M48 6q46-4 42 36T42 76" ${round} stroke="${edge}" stroke-width="13"/><path d="M-74-12H50v72q0 44-44 44h-36q-44 0-44-44z" fill="${pale}" stroke="${edge}" stroke-width="3"/><ellipse cx="-12" cy="-12" rx="62" ry="13" fill="#5a3a26"/><path d="M-54-112h84l-10 92h-64z" fill="${c.main}"/><path d="M-34-86h44" ${round} stroke="#fff" stroke-width="7"/><g transform="rotate(24 -12 50)"><ellipse cx="-12" cy="50" rx="17" ry="25" fill="#5a3a26"/><path d="M-12 28q10 22 0 44" ${round} stroke="#c8a888" stroke-width="4"/></g>`,
  ],
  [
    /手提袋/,
    (c) =>
      `<path d="M-44-40v-22q0-42 44-42t44 42v22" ${round} stroke="${c.dark}" stroke-width="10"/><path d="M-88-48H88l-12 152q-1 8-10 8H-66q-9 0-10-8z" fill="#f3ead6" stroke="#d9c9a4" stroke-width="2"/><circle cy="32" r="38" fill="${c.main}"/><path d="M0 6q28 24 0 52-28-28 0-52z" fill="#fff"/>`,
  ],
  [
    /包$|背包|挎包/,
    (c) =>
      `<path d="M-34-74q0-36 34-36t34 36" ${round} stroke="${c.dark}" stroke-width="12"/><rect x="-80" y="-76" width="160" height="186" rx="34" fill="${c.main}"/><path d="M-80-42q0-34 34-34h92q34 0 34 34v20H-80z" fill="${c.dark}"/><rect x="-54" y="6" width="108" height="80" rx="14" fill="${c.light}"/><path d="M-54 32h108" stroke="${c.main}" stroke-width="6"/><rect x="-12" y="22" width="24" height="22" rx="5" fill="${pale}" stroke="${edge}"/>`,
  ],
  [
    /笔记本|本$|手账/,
    (c) =>
      `<g transform="rotate(-6)"><rect x="-70" y="-98" width="146" height="196" rx="10" fill="${pale}" stroke="${edge}" stroke-width="2"/><rect x="-80" y="-104" width="146" height="196" rx="10" fill="${c.main}"/><path d="M-52-104v196" stroke="${c.dark}" stroke-width="10"/><rect x="-30" y="-66" width="76" height="48" rx="6" fill="#fff"/><path d="M-18-50h52M-18-34h34" stroke="${c.light}" stroke-width="6" stroke-linecap="round"/><path d="M52-104v196" stroke="${c.accent}" stroke-width="7"/></g>`,
  ],
  [
    /笔/,
    (c) =>
      `${[-34, 0, 34].map((x, at) => group(`translate(${x} 0) rotate(${at * 9 - 9})`, `<rect x="-9" y="-100" width="18" height="164" rx="6" fill="${[c.main, c.accent, c.dark][at]}"/><path d="M-9 64h18L0 104z" fill="${pale}" stroke="${edge}"/><path d="M9-84h7v60" ${round} stroke="${steel}" stroke-width="4"/>`)).join('')}`,
  ],
  [
    /日历/,
    (c) =>
      `<path d="M-100 100l20-140H80l20 140z" fill="${c.dark}"/><rect x="-84" y="-78" width="168" height="156" rx="10" fill="${pale}" stroke="${edge}" stroke-width="2"/><path d="M-84-68q0-10 10-10H74q10 0 10 10v28H-84z" fill="${c.main}"/>${[-51, -17, 17, 51].map((x) => `<path d="M${x}-92v26" ${round} stroke="${steel}" stroke-width="7"/>`).join('')}${[0, 1, 2].flatMap((row) => [0, 1, 2, 3, 4].map((at) => `<rect x="${at * 29 - 68}" y="${row * 31 - 24}" width="20" height="19" rx="4" fill="${row === 1 && at === 2 ? c.accent : c.light}"/>`)).join('')}`,
  ],
  [
    /灯/,
    (c) =>
      `<ellipse cx="0" cy="100" rx="64" ry="14" fill="${c.dark}"/><path d="M0 96V20l-46-76" ${round} stroke="${steel}" stroke-width="11"/><circle cx="0" cy="20" r="11" fill="${c.dark}"/><g transform="rotate(-34 -46 -56)"><path d="M-98-44l22-50h60l22 50z" fill="${c.main}"/><ellipse cx="-46" cy="-44" rx="52" ry="12" fill="#fff4c7"/></g>`,
  ],
  [
    /凳/,
    (c) =>
      `<path d="M-62-44L58 106M62-44L-58 106" ${round} stroke="${steel}" stroke-width="12"/><path d="M-30 70h60" ${round} stroke="${steel}" stroke-width="8"/><rect x="-88" y="-76" width="176" height="34" rx="15" fill="${c.main}"/><path d="M-64-60H64" ${round} stroke="${c.light}" stroke-width="6"/><circle cy="32" r="10" fill="${c.dark}"/>`,
  ],
  [
    /椅/,
    (c) =>
      `<rect x="-48" y="-108" width="96" height="104" rx="24" fill="${c.main}"/><path d="M-30-88h60M-30-66h60" stroke="${c.light}" stroke-width="6" stroke-linecap="round"/><path d="M0-6v18" stroke="${steel}" stroke-width="12"/><rect x="-62" y="10" width="124" height="26" rx="13" fill="${c.dark}"/><path d="M0 36v40M0 76l-54 26M0 76l54 26M0 76v32" ${round} stroke="${steel}" stroke-width="9"/><circle cx="-56" cy="106" r="8" fill="#44535e"/><circle cx="56" cy="106" r="8" fill="#44535e"/><circle cx="0" cy="110" r="8" fill="#44535e"/>`,
  ],
  [
    /扫码|扫描/,
    (c) =>
      `<g transform="rotate(-14)"><path d="M-92-66h112q34 0 34 34t-34 34h-40l20 86q3 14-11 14h-26q-11 0-13-11L-66 2h-26q-14 0-14-14v-40q0-14 14-14z" fill="${c.dark}"/><path d="M54-54h14v44H54z" fill="#d8453a"/><path d="M-40 2h24l4 18h-22z" fill="${c.accent}"/><path d="M-86-48h90" stroke="${c.light}" stroke-width="7" stroke-linecap="round"/></g><path d="M72-34l44-22M74-22h46M72-8l44 22" ${round} stroke="#d8453a" stroke-width="4" stroke-opacity=".7"/>`,
  ],
  [
    /标签纸/,
    (c) =>
      `<path d="M-20 62h132q6 0 6 6v32q0 6-6 6H-20z" fill="${pale}" stroke="${edge}" stroke-width="2"/><rect x="2" y="72" width="48" height="24" rx="4" fill="${c.light}"/><rect x="60" y="72" width="48" height="24" rx="4" fill="${c.light}"/><circle cx="-24" cy="12" r="94" fill="${pale}" stroke="${edge}" stroke-width="3"/><circle cx="-24" cy="12" r="76" fill="none" stroke="${edge}" stroke-width="3"/><circle cx="-24" cy="12" r="58" fill="none" stroke="${c.light}" stroke-width="5"/><circle cx="-24" cy="12" r="36" fill="#d9b98c"/><circle cx="-24" cy="12" r="24" fill="#fff"/>`,
  ],
  [
    /打印|标签机/,
    (c) =>
      `<path d="M-56-40v-62H56v62" fill="${pale}" stroke="${edge}" stroke-width="2"/><rect x="-100" y="-46" width="200" height="106" rx="18" fill="${c.main}"/><rect x="-100" y="-46" width="200" height="40" rx="18" fill="${c.dark}"/><circle cx="72" cy="-26" r="7" fill="#6be3c0"/><path d="M-62 22H62v82q-10-8-20 0t-21 0-21 0-21 0-21 0-20 0z" fill="#fff" stroke="${edge}" stroke-width="2"/><path d="M-42 44h84M-42 62h84M-42 80h52" stroke="#a9bcc6" stroke-width="5"/>`,
  ],
  [
    /秤/,
    (c) =>
      `<rect x="-104" y="-92" width="208" height="190" rx="28" fill="${c.light}"/><rect x="-94" y="-82" width="188" height="170" rx="22" fill="${pale}" stroke="${edge}" stroke-width="2"/><rect x="-46" y="-62" width="92" height="44" rx="8" fill="#12222b"/><text x="0" y="-30" font-size="28" font-weight="700" fill="#6be3c0" text-anchor="middle">62.4</text><path d="M-62 14v52M62 14v52" ${round} stroke="${c.main}" stroke-width="10"/>`,
  ],
  [
    /平板车/,
    (c) =>
      `<path d="M-104 44v-144h36" ${round} stroke="${steel}" stroke-width="10"/><rect x="-70" y="-22" width="76" height="66" rx="5" fill="#d9b98c" stroke="#b8945f" stroke-width="2"/><rect x="14" y="-8" width="76" height="52" rx="5" fill="#e6cba4" stroke="#b8945f" stroke-width="2"/><rect x="-48" y="-82" width="70" height="60" rx="5" fill="#e6cba4" stroke="#b8945f" stroke-width="2"/><path d="M-32-22v66M52-8v52M-13-82v60" stroke="#b8945f" stroke-width="4"/><rect x="-114" y="44" width="228" height="22" rx="8" fill="${c.main}"/>${[-88, -44, 44, 88].map((x) => `<circle cx="${x}" cy="84" r="17" fill="#44535e"/><circle cx="${x}" cy="84" r="7" fill="${edge}"/>`).join('')}`,
  ],
  [
    /推车|拉车/,
    (c) =>
      `<path d="M-92-92h24l36 152" ${round} stroke="${steel}" stroke-width="10"/><rect x="-38" y="42" width="138" height="20" rx="8" fill="${c.dark}"/><rect x="-22" y="-18" width="58" height="58" rx="5" fill="#d9b98c" stroke="#b8945f" stroke-width="2"/><rect x="38" y="-2" width="52" height="42" rx="5" fill="#e6cba4" stroke="#b8945f" stroke-width="2"/><path d="M7-18v58M64-2v42" stroke="#b8945f" stroke-width="4"/><circle cx="-14" cy="84" r="20" fill="#44535e"/><circle cx="-14" cy="84" r="8" fill="${edge}"/><circle cx="80" cy="84" r="20" fill="#44535e"/><circle cx="80" cy="84" r="8" fill="${edge}"/>`,
  ],
  [
    /浴巾/,
    (c) =>
      `<path d="M-112-92h224" ${round} stroke="${steel}" stroke-width="13"/><path d="M-74-98H74V84H-74z" fill="${c.main}"/><path d="M-74-98H74v34H-74z" fill="${c.dark}" fill-opacity=".35"/><path d="M-74 40H74M-74 58H74" stroke="${c.light}" stroke-width="7"/>${[-66, -44, -22, 0, 22, 44, 66].map((x) => `<path d="M${x} 84v18" ${round} stroke="${c.main}" stroke-width="7"/>`).join('')}`,
  ],
  [
    /毛巾/,
    (c) =>
      `${[0, 1, 2].map((at) => `<rect x="${-94 + at * 6}" y="${42 - at * 52}" width="188" height="52" rx="22" fill="${[c.main, c.light, c.accent][at]}"/><path d="M${-72 + at * 6} ${68 - at * 52}h140" stroke="#fff" stroke-opacity=".55" stroke-width="5" stroke-linecap="round"/>`).join('')}`,
  ],
  [
    /音箱/,
    (c) =>
      `<rect x="-70" y="-112" width="140" height="222" rx="22" fill="${c.dark}"/><circle cy="38" r="52" fill="${c.main}"/><circle cy="38" r="22" fill="${c.dark}"/><circle cy="-60" r="28" fill="${c.main}"/><circle cy="-60" r="11" fill="${c.dark}"/><path d="M88-26q16 26 0 52M104-46q30 46 0 92M-88-26q-16 26 0 52M-104-46q-30 46 0 92" ${round} stroke="${c.accent}" stroke-width="7"/>`,
  ],
  [
    /耳机/,
    (c) =>
      `<path d="M-84 30v-26a84 84 0 0 1 168 0v26" ${round} stroke="${c.dark}" stroke-width="16"/><rect x="-108" y="6" width="52" height="92" rx="22" fill="${c.main}"/><rect x="56" y="6" width="52" height="92" rx="22" fill="${c.main}"/><rect x="-70" y="18" width="18" height="68" rx="9" fill="${c.dark}"/><rect x="52" y="18" width="18" height="68" rx="9" fill="${c.dark}"/>`,
  ],
  [
    /扇/,
    (c) =>
      `<circle cy="-24" r="86" fill="${pale}" stroke="${edge}" stroke-width="4"/>${[0, 72, 144, 216, 288].map((turn) => `<path d="M0-24q34-18 22-66-40 8-22 66z" fill="${c.main}" transform="rotate(${turn} 0 -24)"/>`).join('')}<circle cy="-24" r="15" fill="${c.dark}"/><path d="M-24 62h48l8 40h-64z" fill="${c.dark}"/><rect x="-58" y="98" width="116" height="16" rx="8" fill="${c.main}"/>`,
  ],
  [
    /茶/,
    (c) =>
      `<rect x="-66" y="-74" width="132" height="178" rx="12" fill="${c.main}"/><rect x="-74" y="-98" width="148" height="36" rx="10" fill="${c.dark}"/><path d="M0-30c38 22 38 66 0 92-38-26-38-70 0-92z" fill="#fff" fill-opacity=".92"/><path d="M0-14v70M0 10l18-12M0 30l-18-12" ${round} stroke="${c.main}" stroke-width="5"/>`,
  ],
  [
    /米|面粉|杂粮|燕麦/,
    (c) =>
      `<path d="M-74-84q74 20 148 0l14 168q-88 30-176 0z" fill="#f1e4c6" stroke="#c9b58a" stroke-width="2"/><path d="M-74-84q10-22 30-22h88q20 0 30 22-74 20-148 0z" fill="${c.main}"/><circle cy="14" r="46" fill="${c.main}"/><path d="M0 44V-18M0 2q-18-2-20-20 18 0 20 20zM0 2q18-2 20-20-18 0-20 20zM0 26q-18-2-20-20 18 0 20 20zM0 26q18-2 20-20-18 0-20 20z" ${round} stroke="#fff" stroke-width="4"/>`,
  ],
  [
    /油/,
    (c) =>
      `<path d="M-26-92h52v24q44 12 44 60v98q0 20-20 20h-100q-20 0-20-20v-98q0-48 44-60z" fill="#f4c84a"/><path d="M-26-68q-44 12-44 60v98q0 20 20 20h20q-20-90 4-178z" fill="#fff" fill-opacity=".35"/><rect x="-30" y="-112" width="60" height="24" rx="8" fill="${c.dark}"/><rect x="-52" y="-6" width="104" height="76" rx="10" fill="#fff"/><path d="M0 6q24 28 0 50-24-22 0-50z" fill="${c.main}"/>`,
  ],
  [
    /急救箱/,
    (c) =>
      `<path d="M-42-56v-20q0-16 16-16h52q16 0 16 16v20" ${round} stroke="${c.dark}" stroke-width="12"/><rect x="-110" y="-56" width="220" height="152" rx="18" fill="#dfe6ea" stroke="${steel}" stroke-width="3"/><path d="M-110 4h220" stroke="${steel}" stroke-width="4"/><rect x="-84" y="-8" width="28" height="26" rx="5" fill="${steel}"/><rect x="56" y="-8" width="28" height="26" rx="5" fill="${steel}"/><circle cy="22" r="40" fill="#1f8a4c"/><path d="M-20 22h40M0 2v40" ${round} stroke="#fff" stroke-width="13"/>`,
  ],
  [
    /箱|收纳/,
    (c) =>
      `<path d="M-100-30h200l-14 122q-2 14-16 14H-70q-14 0-16-14z" fill="${c.main}"/><rect x="-110" y="-58" width="220" height="34" rx="12" fill="${c.dark}"/><path d="M-40 4h80v26h-80z" fill="${c.light}" stroke="#fff" stroke-width="4"/><path d="M-62-58v-20q0-16 16-16h92q16 0 16 16v20" ${round} stroke="${steel}" stroke-width="9"/>`,
  ],
  [
    /电池|充电|插座|插排/,
    (c) =>
      `<rect x="-62" y="-104" width="124" height="208" rx="26" fill="${pale}" stroke="${edge}" stroke-width="3"/><rect x="-48" y="-88" width="96" height="176" rx="16" fill="${c.main}"/><path d="M12-56l-44 66h30l-10 48 46-70H4z" fill="#fff"/><rect x="-18" y="-118" width="36" height="16" rx="5" fill="${steel}"/>`,
  ],
  [
    /锅|电饭|炊/,
    (c) =>
      `<path d="M-96-20H96v44q0 72-72 72h-48q-72 0-72-72z" fill="${c.main}"/><path d="M-104-22q104-78 208 0z" fill="${c.dark}"/><circle cy="-70" r="13" fill="${steel}"/><path d="M-96 0h-22M96 0h22" stroke="${c.dark}" stroke-width="14" stroke-linecap="round"/><rect x="-38" y="22" width="76" height="42" rx="10" fill="#12222b"/><text x="0" y="52" font-size="26" font-weight="700" fill="#6be3c0" text-anchor="middle">0:25</text>`,
  ],
];

/** A box with a bow: a thing of which no word is known. */
const present = (c: Palette) =>
  `<rect x="-88" y="-30" width="176" height="136" rx="10" fill="${c.main}"/><rect x="-100" y="-64" width="200" height="46" rx="10" fill="${c.dark}"/><path d="M-16-64h32v170h-32z" fill="${c.accent}"/><path d="M0-66q-62-8-54-36t54 36q-8-64 28-54 30 14-28 54z" ${round} stroke="${c.accent}" stroke-width="12"/>`;

/** A ticket with its amount, torn off along its dots. */
function ticket({ value, condition }: DrawnOffer, c: Palette): string {
  const note = condition === '' ? '无门槛' : condition;
  return `<g transform="rotate(-5)"><path d="M-150-84h300q12 0 12 12v46a26 26 0 0 0 0 52v46q0 12-12 12h-300q-12 0-12-12v-46a26 26 0 0 0 0-52v-46q0-12 12-12z" fill="${c.main}"/><path d="M58-72v144" stroke="#fff" stroke-width="4" stroke-dasharray="4 10" stroke-linecap="round"/><text x="-44" y="20" font-size="${value.length > 3 ? 56 : 70}" font-weight="700" fill="#fff" text-anchor="middle"><tspan font-size="32">¥</tspan>${escapeText(value)}</text><text x="-44" y="58" font-size="20" fill="#fff" fill-opacity=".9" text-anchor="middle">${escapeText(note)}</text><text x="98" y="8" font-size="21" font-weight="700" fill="#fff" text-anchor="middle">优惠券</text></g>`;
}

/** A note with its amount, on two others. */
function banknote({ value }: DrawnOffer, c: Palette): string {
  return `<rect x="-150" y="-96" width="300" height="164" rx="14" fill="${c.light}" transform="rotate(7)"/><rect x="-150" y="-90" width="300" height="164" rx="14" fill="${c.dark}" transform="rotate(-6)"/><rect x="-152" y="-82" width="304" height="164" rx="14" fill="${c.main}"/><rect x="-138" y="-68" width="276" height="136" rx="8" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="3"/><circle r="58" fill="#fff" fill-opacity=".16"/><text x="0" y="22" font-size="${value.length > 3 ? 50 : 62}" font-weight="700" fill="#fff" text-anchor="middle"><tspan font-size="30">¥</tspan>${escapeText(value)}</text><text x="-96" y="-38" font-size="20" font-weight="700" fill="#fff" text-anchor="middle">现金券</text><text x="98" y="54" font-size="18" fill="#fff" fill-opacity=".9" text-anchor="middle">无门槛</text>`;
}

const slices = [0, 45, 90, 135, 180, 225, 270, 315];

/** A wheel of fortune with its pointer. */
function wheel(c: Palette): string {
  const colours = [c.main, c.light, c.accent, c.pale];
  const parts = slices.map(
    (turn, at) =>
      `<path d="M0 0L-41.700-100.700A109 109 0 0 1 41.700-100.700z" fill="${colours[at % 4]}" transform="rotate(${turn})"/>`,
  );
  return `<circle r="122" fill="${c.dark}"/>${parts.join('')}<circle r="34" fill="#fff"/><path d="M-13-26L0-62l13 36z" fill="#fff"/><circle r="22" fill="${c.main}"/>`;
}

/** The whole picture of an offer. */
export function drawOffer(offer: DrawnOffer): string {
  const c = paletteOf(offer.name);
  const drawn = {
    thing: () => (things.find(([words]) => words.test(offer.name))?.[1] ?? present)(c),
    coupon: () => ticket(offer, c),
    voucher: () => banknote(offer, c),
    chance: () => wheel(c),
  }[offer.kind]();
  const name = fit(offer.name, 320, 26, 18, 2);
  const body = `<rect width="400" height="400" fill="${c.pale}"/><circle cx="200" cy="176" r="142" fill="#fff" fill-opacity=".75"/>${offer.kind === 'thing' ? shadow(200, 292, 110, 16) : ''}${group('translate(200 172)', drawn)}${textBlock(name, 200, 352, { fill: c.dark, anchor: 'middle', weight: 600 })}`;
  return canvas(escapeText(offer.name), body);
}
