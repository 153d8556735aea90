/** Two processes on one PostgreSQL: what one of them learns is out of date, neither shows again. */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { makeProject, type ServerProcess, startReady, until } from '#tests/support/server-process.ts';

/** Stands in for the built app: every page shows what the file says at that moment, and may be kept for an hour. */
const app = `
import { readFileSync } from 'node:fs';
export async function render({ url }) {
  const headers = {
    'CDN-Cache-Control': 'max-age=3600',
    'Cache-Tag': url === '/list' ? 'goods,goods:7' : 'coupons',
    'Content-Type': 'text/html',
  };
  return new Response(readFileSync('shown.txt', 'utf8'), { headers });
}
`;

const { url, pool } = await testDatabase('empty');
const folder = makeProject(app);
const show = (text: string) => writeFileSync(path.join(folder, 'shown.txt'), text);
let servers: ServerProcess[] = [];

beforeAll(async () => {
  show('0');
  servers = [
    await startReady(folder, { DATABASE_URL: url }),
    await startReady(folder, { DATABASE_URL: url }),
  ];
}, 120_000);

afterAll(async () => {
  for (const { child, ended } of servers) {
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(path.dirname(folder), { recursive: true, force: true });
});

/** What each process shows, and whether it had it ready. */
function look(page: string) {
  return Promise.all(
    servers.map(async (server) => {
      const answer = await fetch(server.url + page);
      return { text: await answer.text(), cache: answer.headers.get('x-cache') };
    }),
  );
}

test('a purge reaches both, and the old page never comes back', { timeout: 120_000 }, async () => {
  for (let round = 1; round <= 15; round++) {
    await until('both have it ready', async () =>
      (await look('/list')).every(({ cache }) => cache === 'hit'),
    );
    show(String(round));
    // Without a purge the page stays as it was: this is what makes the rest of the test mean something.
    expect((await look('/list')).map(({ text }) => text)).toEqual([String(round - 1), String(round - 1)]);
    await pool.query(`select pg_notify('catalogue_changed', '[7]')`);
    const seen: string[][] = [[], []];
    await until('both show the new page', async () => {
      const shown = await look('/list');
      for (const [at, { text }] of shown.entries()) seen[at]!.push(text);
      return shown.every(({ text }) => text === String(round));
    });
    for (let more = 0; more < 5; more++)
      for (const [at, { text }] of (await look('/list')).entries()) seen[at]!.push(text);
    for (const texts of seen) {
      const firstNew = texts.indexOf(String(round));
      expect(texts.slice(firstNew).every((text) => text === String(round))).toBe(true);
    }
  }
});

test('each purge names its pages: the others stay ready in both', async () => {
  await look('/');
  await look('/');
  await pool.query(`select pg_notify('pages_changed', 'goods')`);
  await until('the lists are gone', async () => (await look('/list')).some(({ cache }) => cache === 'miss'));
  expect((await look('/')).map(({ cache }) => cache)).toEqual(['hit', 'hit']);
});
