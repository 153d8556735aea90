/**
 * Astro hashes the scripts of a page's head for its content policy with each page, one after the other on another
 * thread. They belong to the build, so each is hashed once a process.
 */
import type { Plugin } from 'vite';

const made = 'async function generateCspDigest(data, algorithm) {';

/** Promises of digests by algorithm and text; limited, in case other scripts appear. */
const kept = `const keptDigests = new Map();
function generateCspDigest(data, algorithm) {
  const key = algorithm + ' ' + data;
  let digest = keptDigests.get(key);
  if (digest === undefined) {
    digest = makeCspDigest(data, algorithm);
    if (keptDigests.size < 500) keptDigests.set(key, digest);
  }
  return digest;
}
`;

/**
 * Astro's module with cached digests.
 * @throws Error where Astro computes them in another way.
 */
export function keepDigests(code: string): string {
  if (!code.includes(made)) throw new Error('Astro makes its digests in another way: see scripts/digests.ts');
  return kept + code.replace(made, made.replace('generate', 'make'));
}

export const digestsPlugin: Plugin = {
  name: 'digests-once',
  transform: {
    filter: { id: /\/astro\/dist\/core\/encryption\.js$/ },
    handler: (code) => ({ code: keepDigests(code), map: null }),
  },
};
