import type { AstroIntegration } from 'astro';
import { plainZones } from '../src/content/zone-pages.ts';

/** One page for the zones that differ only by their file, each at its own address and under its own route pattern. */
export const zoneRoutes: AstroIntegration = {
  name: 'zone-routes',
  hooks: {
    'astro:config:setup': ({ injectRoute }) => {
      for (const id of plainZones) injectRoute({ pattern: `/${id}`, entrypoint: './src/pages/_zone.astro' });
    },
  },
};
