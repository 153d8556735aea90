/** What is installed is what was looked at: the lock file holds the hash of every package. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Entry {
  version?: string;
  integrity?: string;
  link?: boolean;
}

const lock: { packages: Record<string, Entry> } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

it('has a hash of every package, builds for other machines among them', () => {
  const without = Object.entries(lock.packages).filter(
    ([path, entry]) => path !== '' && entry.version && !entry.link && !entry.integrity,
  );
  expect(without.map(([path]) => path)).toEqual([]);
});
