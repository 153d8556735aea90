import { expect, test } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { raceImports } from '#tests/support/import-race.ts';

const { db } = await testDatabase();

test('imports in random order beside buyers of long orders: no deadlock, none aborted, stock = file − held', async () => {
  const race = { buyers: 6, ordersEach: 4, lines: 20, goods: 40, importers: 2 };
  const result = await raceImports(db, race);
  expect(result).toMatchObject({ failures: [], deadlocks: 0, wrongStocks: 0 });
  expect(result.orders).toBeGreaterThan(race.buyers);
  expect(result.imports).toBeGreaterThan(1);
});
