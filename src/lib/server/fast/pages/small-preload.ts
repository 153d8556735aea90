/**
 * Vite's helper around `import()` without what the shop has no use for: styles of lazy parts (the page's own stylesheet
 * has all of them), old browsers, a nonce and an event of failures. 0.6 KB of every page.
 */
import type { Plugin } from 'vite';

/** Asks for the files of a part beside its first one, each once. */
const helper = `
const asked = new Set();
export const __vitePreload = (load, files = []) => {
  for (const file of files) {
    if (asked.has(file)) continue;
    asked.add(file);
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = '/' + file;
    document.head.append(link);
  }
  return load();
};
`;

/** The files that a chunk asks for by the helper name a stylesheet. */
export function bringsStyles(code: string): boolean {
  const from = code.indexOf('__vite__mapDeps');
  return from >= 0 && code.slice(from, code.indexOf(']', from)).includes('.css"');
}

/** Files that a page with lazy parts has loaded: a part does not name them. */
const isLoaded = (file: string) => /(^|\/)(rolldown-runtime|react|frame|card)\./.test(file);

/** Parts of a few hundred bytes: every page would name them, and few open what needs them. */
const isTiny = (file: string) => /(^|\/)(aim|asked|cards|moments|must|next-steps|pieces|Tag)\./.test(file);

export const smallPreloadPlugin: Plugin = {
  name: 'small-preload',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  config: () => ({
    build: {
      modulePreload: {
        resolveDependencies: (_name, files, { hostType }) =>
          hostType === 'js' ? files.filter((file) => !isLoaded(file) && !isTiny(file)) : files,
      },
    },
  }),
  load: {
    filter: { id: /^\0vite\/preload-helper/ },
    handler: () => helper,
  },
  writeBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk' && bringsStyles(file.code))
        throw new Error(
          `${file.fileName} loads styles: src/lib/server/fast/pages/small-preload.ts leaves them out`,
        );
  },
};
