/** Sizes have names: they stand in `uno.config.ts`, so that one place changes all of a kind. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createGenerator } from 'unocss';
import { expect, it } from 'vitest';
import config, { controlSizes, radii, textSizes } from '../../uno.config.ts';

const root = resolve(import.meta.dirname, '../..');
const files = globSync('src/{islands,components,layouts,pages}/**/*.{ts,tsx,astro}', { cwd: root }).sort();

/** Text, radii, and heights between those of a tag and a bar; beyond these a height is a picture's or a panel's. */
const unnamed = /(?<![\w-])(?:text|rounded(?:-[a-z]{1,2})?|(?:min-)?h)-(?:\[[\d.]+px\]|[\d.]+px)(?![\w-])/g;
const smallest = 24;
const largest = 56;

/** Pictures, marks and names of two lines that are as large as what they show. */
const pictures: Record<string, string[]> = {
  'src/components/goods/GoodsCard.astro': ['h-40px'],
  'src/components/mall/MallCard.astro': ['h-40px'],
  'src/components/shell/Logo.astro': ['h-40px'],
  'src/islands/activities/ActivityDialog.tsx': ['h-52px'],
  'src/islands/drawer/DrawerLine.tsx': ['h-38px'],
  'src/islands/favorites/FavoritePage.tsx': ['h-40px'],
  'src/islands/buy/FavoriteStar.tsx': ['h-36px'],
  'src/islands/buy/GoodsTools.tsx': ['h-36px'],
  'src/layouts/Steps.astro': ['h-26px'],
  'src/pages/live/[id]/index.astro': ['h-52px'],
  'src/pages/login.astro': ['h-26px'],
};

/** Margins, paddings and gaps in pixels; as steps of the scale they follow the size of the text. */
const unscaled =
  /(?<![\w-])-?(?:[mp][trblxyse]?|gap(?:-[xy])?|space-[xy])-(?:\[[\d.]+px\]|[\d.]+px)(?![\w-])/g;

/** Spaces that are as wide as something of a width in pixels beside them, or as a border. */
const besides: Record<string, string[]> = {
  'src/components/ads/Marquee.astro': ['pl-188px', 'pl-232px'],
  'src/components/goods/GoodsCard.astro': ['pr-34px'],
  'src/components/goods/GoodsView.astro': ['-mt-60px'],
  'src/components/goods/SortBar.astro': ['-ml-1px'],
  'src/islands/cart/CouponNotes.tsx': ['mr-84px'],
  'src/islands/checkout/CheckoutPage.tsx': ['pl-24px'],
  'src/islands/orders/OrderLines.tsx': ['pl-68px'],
  'src/layouts/UserCentre.astro': ['pl-42px'],
  'src/pages/help/index.astro': ['-mt-76px'],
};

function isHeight(found: string): boolean {
  return /^(?:min-)?h-/.test(found);
}

function unnamedIn(file: string): string[] {
  const found = readFileSync(resolve(root, file), 'utf8').match(unnamed) ?? [];
  return found.filter((one) => {
    const pixels = Number(/[\d.]+(?=px)/.exec(one)?.[0]);
    return !isHeight(one) || (pixels >= smallest && pixels <= largest);
  });
}

it('text, radii and control heights are written by name', () => {
  const wrong = files.flatMap((file) => {
    const rest = unnamedIn(file).filter((one) => !pictures[file]?.includes(one));
    return rest.length > 0 ? [`${file}: ${rest.join(' ')}`] : [];
  });
  expect(wrong, 'see textSizes, controlSizes and radii in uno.config.ts').toEqual([]);
});

it('spaces are steps of the scale', () => {
  const wrong = files.flatMap((file) => {
    const found = readFileSync(resolve(root, file), 'utf8').match(unscaled) ?? [];
    const rest = found.filter((one) => !besides[file]?.includes(one));
    return rest.length > 0 ? [`${file}: ${rest.join(' ')}`] : [];
  });
  expect(wrong, 'see the note on spaces in uno.config.ts').toEqual([]);
});

it('a file of type .ts that names classes is read for them', () => {
  // Of more than one word: `tag` and `link` are words of the code too.
  const shortcuts = Object.keys(Object.assign({}, ...(config.shortcuts as object[]))).filter((name) =>
    name.includes('-'),
  );
  const wrong = files.filter((file) => {
    if (!file.endsWith('.ts')) return false;
    const source = readFileSync(resolve(root, file), 'utf8');
    const words = [...source.matchAll(/'([^'\n]*)'/g)].flatMap(([, text = '']) => text.split(' '));
    const isDrawn = words.some((word) => shortcuts.includes(word) || word.startsWith('i-lucide-'));
    return isDrawn && !source.includes('@unocss-include');
  });
  expect(wrong, 'their classes are in no stylesheet').toEqual([]);
});

it('colours are those of the theme: another word draws nothing', async () => {
  const colour =
    /(?<![\w./-])bg-[a-z][a-z0-9-]*(?![\w-])|(?<![\w./-])(?:text|border)-[a-z]+-(?:ink|wash|dim)(?![\w-])/g;
  const uno = await createGenerator(config);
  const wrong: string[] = [];
  for (const file of files) {
    const named = new Set(readFileSync(resolve(root, file), 'utf8').match(colour));
    const { matched } = await uno.generate([...named].join(' '), { preflights: false });
    for (const one of named) if (!matched.has(one)) wrong.push(`${file}: ${one}`);
  }
  expect(wrong, 'see colors in uno.config.ts').toEqual([]);
});

it('the list of spaces beside something names nothing that is gone', () => {
  const gone = Object.entries(besides).flatMap(([file, classes]) =>
    classes.filter(
      (one) => !files.includes(file) || !readFileSync(resolve(root, file), 'utf8').includes(one),
    ),
  );
  expect(gone).toEqual([]);
});

it('the list of pictures names nothing that is gone', () => {
  const gone = Object.entries(pictures).flatMap(([file, classes]) =>
    classes.filter((one) => !files.includes(file) || !unnamedIn(file).includes(one)),
  );
  expect(gone).toEqual([]);
});

it.each([
  ...Object.entries(textSizes).map(([name, size]) => [`text-${name}`, `font-size:${size};`]),
  ...Object.entries(radii).map(([name, size]) => [`rounded-${name}`, `border-radius:${size};`]),
  ...Object.entries(controlSizes).flatMap(([name, size]) => [
    [`h-${name}`, `height:${size};`],
    [`min-h-${name}`, `min-height:${size};`],
    [`w-${name}`, `width:${size};`],
    [`min-w-${name}`, `min-width:${size};`],
  ]),
])('%s is %s', async (name, declared) => {
  const uno = await createGenerator(config);
  const { css } = await uno.generate(name!, { preflights: false });
  expect(css).toContain(`.${name}{${declared}}`);
});

it('dates and moments are written in one style, that of moments.ts', () => {
  const own = /DateTimeFormat|toLocale(?:Date|Time)?String/;
  expect(files.filter((file) => own.test(readFileSync(resolve(root, file), 'utf8')))).toEqual([]);
});
