/** The changes of this build in the modules of Astro. */
import type { Plugin } from 'vite';
import { type BuildPart, isWithout } from '../../core/process/env.ts';
import { cachedIslandsPlugin } from './cached-islands-plugin.ts';
import { islandStylePlugin } from './island-style.ts';
import { smallOfetchPlugin } from './small-ofetch.ts';
import { smallPreloadPlugin } from './small-preload.ts';
import { wholePagesPlugin } from './whole-pages.ts';

const plugins: readonly (readonly [part: BuildPart, plugin: Plugin])[] = [
  ['whole-pages', wholePagesPlugin],
  ['cached-islands', cachedIslandsPlugin],
];

/** Each but those that the setting WITHOUT names; and what changes no server's work, which it does not name. */
export function pagePlugins(): Plugin[] {
  const chosen = plugins.filter(([part]) => !isWithout(part)).map(([, plugin]) => plugin);
  return [islandStylePlugin, smallOfetchPlugin, smallPreloadPlugin, ...chosen];
}
