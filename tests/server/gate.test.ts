/** The way into a pool, with time that the test moves: no connection is needed to stand in line. */
import type pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enterPool, type Pass } from '#lib/server/fast/gate.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

/** A pool of ten, and those who came in, in the order in which they did. */
function enterMany(callers: number, max = 10): { pool: pg.Pool; inside: Pass[] } {
  const pool = { options: { max, query_timeout: 7_000 } } as pg.Pool;
  const inside: Pass[] = [];
  for (let nth = 0; nth < callers; nth++)
    enterPool(pool).then(
      (pass) => inside.push(pass),
      () => {},
    );
  return { pool, inside };
}

test('a few are inside while all are quick, and who leaves lets in one', async () => {
  const { inside } = enterMany(32);
  await vi.advanceTimersByTimeAsync(10);
  expect(inside).toHaveLength(5);
  for (const left of [1, 2, 3]) {
    inside[left]?.leave();
    // The second call counts for nothing.
    inside[left]?.leave();
    await vi.advanceTimersByTimeAsync(1);
    expect(inside).toHaveLength(5 + left);
  }
});

test('who is slow does not count among the few: as many come in as there are connections', async () => {
  const { inside } = enterMany(32);
  await vi.advanceTimersByTimeAsync(39);
  expect(inside).toHaveLength(5);
  await vi.advanceTimersByTimeAsync(2);
  expect(inside).toHaveLength(10);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(inside).toHaveLength(10);
  // One that was slow leaves: one comes in, as there is one connection.
  inside[0]?.leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(inside).toHaveLength(11);
});

test('one slow among quick ones makes room for one', async () => {
  const { inside } = enterMany(32);
  await vi.advanceTimersByTimeAsync(20);
  for (const quick of inside.slice(1)) quick.leave();
  await vi.advanceTimersByTimeAsync(25);
  // Five came, four left and were followed by four, and the first is slow.
  expect(inside).toHaveLength(10);
});

test('nobody waits for longer than the pool has patience, and who gave up takes no room', async () => {
  const { pool, inside } = enterMany(10);
  await vi.advanceTimersByTimeAsync(100);
  expect(inside).toHaveLength(10);
  const late = expect(enterPool(pool)).rejects.toThrow('timeout exceeded');
  await vi.advanceTimersByTimeAsync(9_000);
  await late;
  inside[0]?.leave();
  await expect(enterPool(pool)).resolves.toBeDefined();
});

test('a silence refuses all in line, and one asks whether it is over', async () => {
  const { pool, inside } = enterMany(5);
  await vi.advanceTimersByTimeAsync(0);
  const waiting = expect(enterPool(pool)).rejects.toThrow('timeout exceeded');
  inside[0]?.silent();
  await waiting;
  const trial = await enterPool(pool);
  const second = enterPool(pool);
  trial.answered();
  trial.leave();
  for (const pass of inside) pass.leave();
  expect((await second).opensAfter).toBe(0);
});

test('a pool of one lets in one after the other, however slow', async () => {
  const { inside } = enterMany(3, 1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(inside).toHaveLength(1);
  inside[0]?.leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(inside).toHaveLength(2);
});
