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
