import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Where builds stand, each in a folder named after what it is made of. */
export const BUILDS = 'dist';

/** The file under `dist` that names the newest whole build. */
export const CURRENT = 'current';

/** Name of the newest whole build, or undefined when there is none. */
export function findBuild(): string | undefined {
  const file = path.join(BUILDS, CURRENT);
  if (!existsSync(file)) return undefined;
  const name = readFileSync(file, 'utf8').trim();
  return existsSync(path.join(BUILDS, name, 'server', 'entry.mjs')) ? name : undefined;
}

/** The file in a build that holds the site's address as the build was told it. */
export const SITE = 'site';

/** The folder in a build in which a server keeps what was compiled of it. */
export const COMPILED = 'compiled';

/** The address that a build's prerendered pages carry ('' for none); undefined where the build does not say. */
export function builtAddress(name: string): string | undefined {
  const file = path.join(BUILDS, name, SITE);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
