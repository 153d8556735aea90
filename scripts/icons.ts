/*
 * The icons of the shop as one picture. Each icon drawn by itself would be a picture of its own to the browser, with a
 * document and a layout: some thirty a page, and their text in the styles that every page waits for.
 */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' };

/** Where the picture is written, so that Vite finds it by its path from the project's folder. */
const FILE = '.astro/icons.svg';

/** Side of an icon's square in the picture, in its own units. */
const SIDE = 24;

interface Drawn {
  body: string;
}

const drawings: Record<string, Drawn> = lucide.icons;
const otherNames: Record<string, { parent: string }> = lucide.aliases;

const find = (name: string): Drawn | undefined => drawings[name] ?? drawings[otherNames[name]?.parent ?? ''];

/** Names of all icons that the sources speak of, in order. Throws where there is no such icon. */
export function listNames(): string[] {
  const names = new Set<string>();
  for (const entry of readdirSync('src', { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(astro|tsx?|md)$/.test(entry.name)) continue;
    const text = readFileSync(path.join(entry.parentPath, entry.name), 'utf8');
    for (const [, name] of text.matchAll(/i-lucide-([a-z0-9-]+)/g)) names.add(name ?? '');
  }
  const unknown = [...names].filter((name) => !find(name));
  if (unknown.length > 0) throw new Error(`no such icons: ${unknown.join(', ')}`);
  return [...names].sort();
}

const names = listNames();
const columns = Math.ceil(Math.sqrt(names.length));
const rows = Math.ceil(names.length / columns);

/** Writes the picture. A new icon is in it after the next start of `npm run dev` or the next build. */
export function writeIcons(): void {
  const cells = names.map(
    (name, at) =>
      `<g transform="translate(${(at % columns) * SIDE} ${Math.floor(at / columns) * SIDE})">${find(name)?.body}</g>`,
  );
  const [width, height] = [columns * SIDE, rows * SIDE];
  mkdirSync(path.dirname(FILE), { recursive: true });
  writeFileSync(
    FILE,
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${cells.join('')}</svg>`,
  );
}

/** In percent of the way from the first cell to the last, as styles place pictures. */
const share = (at: number, count: number) => (count < 2 ? '0' : `${((at / (count - 1)) * 100).toFixed(4)}%`);

/**
 * `i-lucide-truck` as styles: the picture as a mask over the text's colour, at the icon's place. Undefined for what is
 * no icon. What all have in common is the same for each, so that it is written once.
 */
export function iconStyles(name: string): Record<string, string>[] | undefined {
  const at = names.indexOf(name);
  if (at < 0) return undefined;
  const place = `${share(at % columns, columns)} ${share(Math.floor(at / columns), rows)}`;
  const image = `url("/${FILE}")`;
  const size = `${columns * 100}% ${rows * 100}%`;
  return [
    {
      display: 'inline-block',
      flex: 'none',
      width: '1em',
      height: '1em',
      'background-color': 'currentColor',
      '-webkit-mask-image': image,
      'mask-image': image,
      '-webkit-mask-size': size,
      'mask-size': size,
    },
    { '-webkit-mask-position': place, 'mask-position': place },
  ];
}
