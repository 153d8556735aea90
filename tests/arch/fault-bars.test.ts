/** Every file of the fault benches is a bar, so that none is left out of `npm run bench -- --only faults` unseen. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { faultsAskedFor } from '../../scripts/bench/faults/faults.ts';

it('every file under scripts/bench/faults exports its bar; what they share stands in shop/', () => {
  const files = globSync('scripts/bench/faults/*.ts').filter((file) => !file.endsWith('/faults.ts'));
  const without = files.filter((file) => !/^export const bar: FaultBar\b/m.test(readFileSync(file, 'utf8')));
  expect(without).toEqual([]);
});

it('is asked for as faults, or as faults:name', () => {
  expect(['faults', 'faults:jobs', 'cart', ''].map(faultsAskedFor)).toEqual([
    '',
    'jobs',
    undefined,
    undefined,
  ]);
});
