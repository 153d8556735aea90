/**
 * Astro hashes the scripts of a page's head for its content policy with each page, one after the other on another thread.
 * They are the build's, so each is hashed once a process.
 */
import type { Plugin } from 'vite';

const made = 'async function generateCspDigest(data, algorithm) {';

/** Promises of digests by algorithm and text; what is no script of the build, if ever, does not fill it. */
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
 * Astro's module with its digests kept.
 * @throws Error where Astro makes them in another way.
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
