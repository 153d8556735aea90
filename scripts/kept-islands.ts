/** Islands that look the same are not rendered again (src/lib/server/web/pages/kept-islands.ts). */
import path from 'node:path';
import type { Plugin } from 'vite';

const keeping = path.resolve('src/lib/server/web/pages/kept-islands.ts');

const declared =
  'async function renderFrameworkComponent(result, displayName, Component, _props, slots = {}) {';

/**
 * Astro's module with our `renderIsland` before its own rendering of islands.
 * @throws Error where Astro renders islands in another way.
 */
export function keepIslands(code: string): string {
  if (code.split(declared).length !== 2 || !code.includes('import { escapeHTML, markHTMLString }'))
    throw new Error('Astro renders its islands in another way: see scripts/kept-islands.ts');
  return `import { renderIsland } from ${JSON.stringify(keeping)};
${code.replace(declared, declared.replace('renderFrameworkComponent', 'renderAgain'))}
function renderFrameworkComponent(result, displayName, Component, props, slots = {}) {
  const render = () => renderAgain(result, displayName, Component, props, slots);
  return renderIsland(result, Component, props, slots, render, markHTMLString);
}
`;
}

export const keptIslandsPlugin: Plugin = {
  name: 'kept-islands',
  transform: {
    filter: { id: /\/astro\/dist\/runtime\/server\/render\/component\.js$/ },
    handler: (code) => ({ code: keepIslands(code), map: null }),
  },
};
