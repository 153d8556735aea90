import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Folder of the builds, each in a folder named after a hash of its sources. */
export const BUILDS = 'dist';

/** The file under `dist` that names the newest complete build. */
export const CURRENT = 'current';

/** Name of the newest complete build, or undefined when there is none. */
export function findBuild(): string | undefined {
  const file = path.join(BUILDS, CURRENT);
  if (!existsSync(file)) return undefined;
  const name = readFileSync(file, 'utf8').trim();
  return existsSync(path.join(BUILDS, name, 'server', 'entry.mjs')) ? name : undefined;
}

/** The file in a build with the site address that it was built for. */
export const SITE = 'site';

/** The folder in a build in which a server stores its compile cache. */
export const COMPILED = 'compiled';

/** The site address in a build's prerendered pages ('' for none); undefined where the build has no such file. */
export function builtAddress(name: string): string | undefined {
  const file = path.join(BUILDS, name, SITE);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
