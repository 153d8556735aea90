/** What is installed is what was looked at: the lock file holds the hash of every package. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Entry {
  version?: string;
  integrity?: string;
  link?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

const lock: { packages: Record<string, Entry> } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** Built for another machine than the one that the shop is built for: Linux with glibc on x64. */
function isForeign({ os = ['linux'], cpu = ['x64'], libc = ['glibc'] }: Entry): boolean {
  return !os.includes('linux') || !cpu.includes('x64') || !libc.includes('glibc');
}

/*
 * npm writes the hash of a package when it sees it in the registry. Builds for other machines are named by their parents
 * also where the registry at hand does not serve them: these have none until npm install is run where they can be seen.
 */
it('has a hash of every package that is installed where the shop runs', () => {
  const without = Object.entries(lock.packages).filter(
    ([path, entry]) => path !== '' && entry.version && !entry.link && !entry.integrity,
  );
  const wrong = without.filter(([, entry]) => !(entry.optional && isForeign(entry)));
  expect(wrong.map(([path]) => path)).toEqual([]);
});
