/**
 * Astro hashes the scripts of a page's head for its content policy with each page, one after the other on another
 * thread. They belong to the build, so each is hashed once a process.
 */
import type { Plugin } from 'vite';

const made = 'async function generateCspDigest(data, algorithm) {';

/** Promises of digests by algorithm and text; limited, in case other scripts appear. */
const cached = `const cachedDigests = new Map();
function generateCspDigest(data, algorithm) {
  const key = algorithm + ' ' + data;
  let digest = cachedDigests.get(key);
  if (digest === undefined) {
    digest = makeCspDigest(data, algorithm);
    if (cachedDigests.size < 500) cachedDigests.set(key, digest);
  }
  return digest;
}
`;

/**
 * Astro's module with cached digests.
 * @throws Error where Astro computes them in another way.
 */
export function cacheDigests(code: string): string {
  if (!code.includes(made))
    throw new Error('Astro makes its digests in another way: see src/lib/server/fast/pages/digests.ts');
  return cached + code.replace(made, made.replace('generate', 'make'));
}

export const digestsPlugin: Plugin = {
  name: 'cached-digests',
  transform: {
    filter: { id: /\/astro\/dist\/core\/encryption\.js$/ },
    handler: (code) => ({ code: cacheDigests(code), map: null }),
  },
};
