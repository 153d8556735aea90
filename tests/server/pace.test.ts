/** Long work makes room: others have their turn between its slices, and it comes to its end beside them. */
import { expect, test } from 'vitest';
import { inSlices, makePace, withPriority } from '#lib/server/core/process/pace.ts';

/** Keeps the thread busy. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

function* steps(log: string[]): Generator<void, string> {
  for (let at = 0; at < 5; at++) {
    work(6);
    log.push('long');
    yield;
  }
  return 'done';
}

test('what comes meanwhile is begun before the next slice', async () => {
  const log: string[] = [];
  setImmediate(() => log.push('other'));
  expect(await inSlices(steps(log))).toBe('done');
  expect(log.indexOf('other')).toBe(1);
  expect(log.filter((one) => one === 'long')).toHaveLength(5);
});

test('while others are under way it stands back, and goes on all the same', async () => {
  const log: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const other = withPriority(() => promise);
  expect(await inSlices(steps(log))).toBe('done');
  resolve();
  await other;
  const quick = withPriority(async () => {
    for (let turns = 0; turns < 5; turns++) await new Promise((go) => setImmediate(go));
    log.push('quick');
  });
  log.length = 0;
  await Promise.all([inSlices(steps(log)), quick]);
  expect(log.indexOf('quick')).toBe(1);
});

test('short work does not rest', () => {
  expect(makePace()()).toBeUndefined();
});
