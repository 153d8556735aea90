import pg from 'pg';
import { vi } from 'vitest';

/** Texts of the queries that some work makes, beside checks whether a connection lives and news that are sent later. */
export async function queryTexts(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    const asked = spy.mock.calls as unknown as [string | { text: string }][];
    const texts = asked.map(([one]) => (typeof one === 'string' ? one : one.text));
    return texts.filter((text) => text !== 'select 1' && !text.startsWith('select pg_notify'));
  } finally {
    spy.mockRestore();
  }
}

/** Number of these queries. */
export async function queriesOf(work: () => Promise<unknown>): Promise<number> {
  return (await queryTexts(work)).length;
}
