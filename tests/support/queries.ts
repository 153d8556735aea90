import pg from 'pg';
import { vi } from 'vitest';

/** Number of queries that some work makes, beside checks whether a connection lives and news that are sent later. */
export async function queriesOf(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    const asked = spy.mock.calls as unknown as [string | { text: string }][];
    const texts = asked.map(([one]) => (typeof one === 'string' ? one : one.text));
    return texts.filter((text) => text !== 'select 1' && !text.startsWith('select pg_notify')).length;
  } finally {
    spy.mockRestore();
  }
}
