/** Puts `cached-islands.ts` before Astro's own rendering of islands. */
import path from 'node:path';
import type { Plugin } from 'vite';

const runtime = path.resolve('src/lib/server/fast/pages/cached-islands.ts');

const declared =
  'async function renderFrameworkComponent(result, displayName, Component, _props, slots = {}) {';

/**
 * Astro's module with our `renderIsland` before its own rendering of islands.
 * @throws Error where Astro renders islands in another way.
 */
export function cacheIslands(code: string): string {
  if (code.split(declared).length !== 2 || !code.includes('import { escapeHTML, markHTMLString }'))
    throw new Error(
      'Astro renders its islands in another way: see src/lib/server/fast/pages/cached-islands-plugin.ts',
    );
  return `import { renderIsland } from ${JSON.stringify(runtime)};
${code.replace(declared, declared.replace('renderFrameworkComponent', 'renderAgain'))}
function renderFrameworkComponent(result, displayName, Component, props, slots = {}) {
  const render = () => renderAgain(result, displayName, Component, props, slots);
  return renderIsland(result, Component, props, slots, render, markHTMLString);
}
`;
}

export const cachedIslandsPlugin: Plugin = {
  name: 'cached-islands',
  transform: {
    filter: { id: /\/astro\/dist\/runtime\/server\/render\/component\.js$/ },
    handler: (code) => ({ code: cacheIslands(code), map: null }),
  },
};
