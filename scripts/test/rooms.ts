/** Which projects of Vitest a change calls for. */
import { isChanged } from '#tests/support/changed.ts';

/** Subjects of slow tests. */
const slowRooms = [
  ...['cache', 'core', 'db', 'fast', 'ports/files', 'start', 'web'].map((room) => `src/lib/server/${room}/`),
  'scripts/',
  'server.mjs',
  'tests/slow/',
  'tests/support/',
];

/** Subjects of the model: money, stock and states. */
const modelRooms = [
  'src/lib/rules/',
  'src/lib/server/db/',
  ...['after-sale', 'cart', 'goods', 'lots', 'orders', 'paying', 'payments', 'ports/payments', 'wallet'].map(
    (noun) => `src/lib/server/${noun}/`,
  ),
  'tests/slow/model/',
];

/** The projects whose rooms have changed, and those that always run. */
export function listProjects(): string[] {
  const slow = isChanged(slowRooms) ? ['slow'] : [];
  const model = isChanged(modelRooms) ? ['model'] : [];
  return ['pure', 'islands', 'server', ...slow, ...model];
}
