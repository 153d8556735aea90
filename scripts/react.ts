import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import type { AstroIntegration } from 'astro';

const fileOf = (name: string) => new URL(name, import.meta.url);

/**
 * Islands are rendered on the server without a stream and without a trial rendering: a list page has about a hundred of
 * them.
 */
function reactAtOnce(): AstroIntegration {
  const integration = react();
  return {
    ...integration,
    hooks: {
      ...integration.hooks,
      'astro:config:setup': (options) => {
        options.updateConfig({
          vite: {
            resolve: {
              alias: [
                { find: /^react-dom\/server$/, replacement: fileURLToPath(fileOf('react-dom-server.ts')) },
              ],
            },
          },
        });
        return integration.hooks['astro:config:setup']?.({
          ...options,
          addRenderer: (renderer) =>
            options.addRenderer({ ...renderer, serverEntrypoint: fileOf('react-renderer.ts') }),
        });
      },
    },
  };
}

export const islands = reactAtOnce();
