/** Keeps Astro's style of islands out of the body, where HTML allows none: it is in `layouts/base.css`. */
import type { Plugin } from 'vite';

const written = `<style>\${ISLAND_STYLES}</style>`;

/**
 * Astro's module of the scripts before islands, without the style.
 * @throws Error where Astro writes the style in another way.
 */
export function withoutStyle(code: string): string {
  if (code.split(written).length !== 2)
    throw new Error(
      'Astro writes the style of islands in another way: see src/lib/server/fast/pages/island-style.ts',
    );
  return code.replace(written, '');
}

export const islandStylePlugin: Plugin = {
  name: 'island-style',
  transform: {
    filter: { id: /\/astro\/dist\/runtime\/server\/scripts\.js$/ },
    handler: (code) => ({ code: withoutStyle(code), map: null }),
  },
};
