/** Astro's door to the page store: `Astro.cache.set({ maxAge, tags })` becomes headers that the server in front reads. */
import type { CacheProvider } from 'astro';
import { purgePages } from '../cache/page-cache.ts';

export default function pageCacheProvider(): CacheProvider {
  return {
    name: 'pages',
    invalidate: async ({ tags }) => purgePages(tags === undefined ? 'all' : [tags].flat()),
  };
}
