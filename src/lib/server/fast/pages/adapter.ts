import node from '@astrojs/node';
import type { AstroIntegration } from 'astro';

/**
 * The adapter of @astrojs/node with an entry of ours, which starts the whole server: a process has one graph of modules
 * and of what hangs on them, and Astro renders to Responses.
 */
function nodeWithEntry(serverEntrypoint: URL): AstroIntegration {
  const integration = node({ mode: 'middleware' });
  return {
    ...integration,
    hooks: {
      ...integration.hooks,
      'astro:config:done': (options) =>
        integration.hooks['astro:config:done']?.({
          ...options,
          setAdapter: (adapter) => options.setAdapter({ ...adapter, serverEntrypoint }),
        }),
    },
  };
}

export const adapter = nodeWithEntry(new URL('../../start/entry.ts', import.meta.url));
