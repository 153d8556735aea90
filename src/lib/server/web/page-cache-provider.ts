/** Connects Astro to the page store: `Astro.cache.set({ maxAge, tags })` becomes headers that the page cache reads. */
import type { CacheProvider } from 'astro';
import { purgePages } from './cache/store.ts';

export default function pageCacheProvider(): CacheProvider {
  return {
    name: 'pages',
    invalidate: async ({ tags }) => purgePages(tags === undefined ? 'all' : [tags].flat()),
  };
}
