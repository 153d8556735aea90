import type { AstroIntegration } from 'astro';

/**
 * What Astro asks of whoever runs its builds: the build's entry is a module of ours, which renders to Responses and
 * leaves all that is HTTP to src/lib/server/http.
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
        serverEntrypoint: new URL('../src/lib/server/http/astro.ts', import.meta.url),
        adapterFeatures: { buildOutput: 'server', middlewareMode: 'classic' },
        supportedAstroFeatures: { staticOutput: 'stable', hybridOutput: 'stable', serverOutput: 'stable' },
      }),
  },
};
