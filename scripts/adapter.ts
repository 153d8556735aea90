import type { AstroIntegration } from 'astro';

/**
 * What Astro asks of whoever runs its builds: the build's entry is ours and starts the whole server, so that a process
 * has one graph of modules, and of what hangs on them.
 */
export const adapter: AstroIntegration = {
  name: 'yaopi',
  hooks: {
    'astro:config:setup': ({ config, command, updateConfig }) => {
      const entrypoint = command === 'dev' ? 'astro/assets/endpoint/dev' : 'astro/assets/endpoint/node';
      updateConfig({
        // Moved addresses are answered by the middleware, with all that they bring.
        build: { redirects: false },
        image: { endpoint: { route: config.image.endpoint.route, entrypoint } },
      });
    },
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({
        name: 'yaopi',
        entrypointResolution: 'auto',
        serverEntrypoint: new URL('../src/lib/server/start/entry.ts', import.meta.url),
        adapterFeatures: { buildOutput: 'server', middlewareMode: 'classic' },
        supportedAstroFeatures: { staticOutput: 'stable', hybridOutput: 'stable', serverOutput: 'stable' },
      }),
  },
};
