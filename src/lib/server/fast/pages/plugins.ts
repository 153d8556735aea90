/** The changes of this build in the modules of Astro. */
import type { Plugin } from 'vite';
import { type BuildPart, isWithout } from '../../core/process/env.ts';
import { cachedIslandsPlugin } from './cached-islands-plugin.ts';
import { islandStylePlugin } from './island-style.ts';
import { wholePagesPlugin } from './whole-pages.ts';

const plugins: readonly (readonly [part: BuildPart, plugin: Plugin])[] = [
  ['whole-pages', wholePagesPlugin],
  ['cached-islands', cachedIslandsPlugin],
];

/** Each but those that the setting WITHOUT names; and the style of islands, which is no matter of speed. */
export function pagePlugins(): Plugin[] {
  return [islandStylePlugin, ...plugins.filter(([part]) => !isWithout(part)).map(([, plugin]) => plugin)];
}
