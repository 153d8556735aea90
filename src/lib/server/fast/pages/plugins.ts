/** The changes of this build in the modules of Astro. */
import type { Plugin } from 'vite';
import { type BuildPart, isWithout } from '../../core/process/env.ts';
import { cachedIslandsPlugin } from './cached-islands-plugin.ts';
import { wholePagesPlugin } from './whole-pages.ts';

const plugins: readonly (readonly [part: BuildPart, plugin: Plugin])[] = [
  ['whole-pages', wholePagesPlugin],
  ['cached-islands', cachedIslandsPlugin],
];

/** Each but those that the setting WITHOUT names. */
export function pagePlugins(): Plugin[] {
  return plugins.filter(([part]) => !isWithout(part)).map(([, plugin]) => plugin);
}
