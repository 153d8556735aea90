/** One picture for all icons: each at a place of its own. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { iconStyles, listNames, writeIcons } from '../../scripts/icons.ts';

test('every icon that the sources speak of has a place of its own in the picture', () => {
  const names = listNames();
  expect(names).toContain('shopping-cart');
  const places = names.map((name) => iconStyles(name)?.[1]?.['mask-position']);
  expect(new Set(places).size).toBe(names.length);
  writeIcons();
  expect(readFileSync('.astro/icons.svg', 'utf8').match(/<g transform/g)).toHaveLength(names.length);
});

test('what is no icon has no styles', () => {
  expect(iconStyles('no-such-icon')).toBeUndefined();
});
