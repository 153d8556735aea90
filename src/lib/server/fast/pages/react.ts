import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import type { AstroIntegration } from 'astro';
import { isWithout } from '../../core/process/env.ts';

const fileOf = (name: string) => new URL(name, import.meta.url);

/**
 * Islands are rendered on the server without a stream and without a trial rendering: a list page has about a hundred of
 * them.
 */
export function islandsIntegration(): AstroIntegration {
  const integration = react();
  if (isWithout('islands-at-once')) return integration;
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
