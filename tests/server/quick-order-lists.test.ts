/** Lists in four styles, as purchasers write them: read right at first, asked little, and never wrong unseen. */
import { afterAll, expect, it } from 'vitest';
import { closeCatalogue } from '#lib/server/engines/search/live-catalogue.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { measureWritten, readWritten, styles } from '#tests/support/written-lists.ts';

const { db } = await testDatabase();
afterAll(closeCatalogue);

it.each(styles)('a list in the style %s', async (style) => {
  expect(readWritten(style).filter(({ meant }) => meant.length > 0)).toHaveLength(60);
  const figures = await measureWritten(await contextOf(db, 'demo'), style);
  const { lines, right, ready, unmarked, pressed, factors } = figures;
  const text = `${style}: right ${right}, ready ${ready}, wrong without a mark ${unmarked.length}, after 全部确认 ${pressed.length}, off by a factor ${factors.length} of ${lines}`;
  process.stdout.write(`${text}\n`);
  if (process.env.SHOW_LISTS) process.stdout.write(`${JSON.stringify(figures, null, 1)}\n`);
});
