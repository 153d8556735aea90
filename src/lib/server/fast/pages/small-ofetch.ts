/**
 * ofetch without the two packages that `client/api.ts` does not use of it: addresses with a query of an object, and JSON
 * read by ofetch itself. 1.6 KB of every page.
 */
import type { Plugin } from 'vite';

const id = '\0ofetch-parts';

/** What is left out says so where it is called after all. */
const parts = `
const none = () => { throw new Error('left out: src/lib/server/fast/pages/small-ofetch.ts'); };
export { none as default, none as withBase, none as withQuery };
`;

export const smallOfetchPlugin: Plugin = {
  name: 'small-ofetch',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: {
    filter: { id: /^(destr|ufo)$/ },
    handler: (_source, importer) => (importer?.includes('/ofetch/') ? id : undefined),
  },
  load: {
    filter: { id: /^\0ofetch-parts$/ },
    handler: () => parts,
  },
};
