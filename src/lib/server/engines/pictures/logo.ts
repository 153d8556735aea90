import { paletteOf } from './palette.ts';
import { escapeText } from './text.ts';

/** A merchant's business as a small sign: a leaf, a cross, a drop of cold, a shield, a capsule. */
const signs: [words: RegExp, path: string][] = [
  [/饮片|中药/, '<path d="M0 14C-16-2-13-20 0-30c13 10 16 28 0 44zM0 14v-30" />'],
  [/器械|敷料|防护/, '<path d="M0-28l20 7v14c0 14-9 20-20 25-11-5-20-11-20-25v-14zM-8-6H8M0-14V2" />'],
  [/冷藏|生物/, '<path d="M0-28v44M-19-17l38 22M19-17L-19 5" />'],
  [/注射/, '<path d="M-8-26H8M0-26v8M-8-18H8V8L0 18-8 8zM-8-6H2M-8 2H2" />'],
  [/保健/, '<path d="M0 14C-30-6-18-30 0-18 18-30 30-6 0 14z" />'],
];
const capsule = '<path d="M-18 2l20-20a10 10 0 0 1 14 14L-4 16A10 10 0 0 1-18 2zM-8-8L6 6" />';

/** A merchant's sign: its first two characters under what it lives from, in its own colours. */
export function drawLogo(shortName: string, speciality: string): string {
  const c = paletteOf(shortName);
  const sign = signs.find(([words]) => words.test(speciality))?.[1] ?? capsule;
  const short = escapeText([...shortName].slice(0, 2).join(''));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" role="img" aria-label="${escapeText(shortName)}" font-family="PingFang SC,Microsoft YaHei,Noto Sans CJK SC,sans-serif"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${c.main}"/><stop offset="1" stop-color="${c.dark}"/></linearGradient></defs><rect width="120" height="120" rx="22" fill="url(#g)"/><circle cx="96" cy="20" r="46" fill="#fff" opacity=".09"/><g transform="translate(60 46)" fill="none" stroke="#fff" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round">${sign}</g><text x="60" y="98" font-size="28" font-weight="700" fill="#fff" text-anchor="middle" letter-spacing="2">${short}</text></svg>`;
}
