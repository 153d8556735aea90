/** Which projects of Vitest a change calls for. */
import { isChanged } from '#tests/support/changed.ts';

/** Subjects of slow tests. */
const slowRooms = [
  ...['bus', 'cache', 'db', 'files', 'followed', 'http', 'jobs', 'process', 'start'].map(
    (room) => `src/lib/server/${room}/`,
  ),
  'scripts/',
  'server.mjs',
  'tests/slow/',
  'tests/support/',
];

/** Subjects of the model: money, stock and states. */
const modelRooms = [
  'src/lib/rules/',
  'src/lib/server/db/',
  ...['after-sale', 'cart', 'lots', 'orders', 'payments', 'refunds', 'stock', 'wallet'].flatMap((noun) => [
    `src/lib/server/services/${noun}`,
    `src/lib/server/repos/${noun}`,
  ]),
  'tests/slow/model/',
];

/** The projects whose rooms have changed, and those that always run. */
export function listProjects(): string[] {
  const slow = isChanged(slowRooms) ? ['slow'] : [];
  const model = isChanged(modelRooms) ? ['model'] : [];
  return ['pure', 'islands', 'server', ...slow, ...model];
}
