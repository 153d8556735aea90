/**
 * kill -9 of the server between a draw and its answer: after the restart the same token gets its prize, and there is one
 * draw. A draw that had not come to its COMMIT is given back with its chance, and is made once by the token afterwards.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import type { Drawn } from '#lib/contract/wheel.ts';
import { isReceiptTrue } from '#lib/rules/wheel/draw.ts';
import { env } from '#lib/server/core/process/env.ts';
import { pointsLedger, wheelDraw } from '#lib/server/db/schema.ts';
import { hashes } from '#lib/server/draws/hashes.ts';
import { countChances } from '#lib/server/wheel/rows.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { testDatabase } from '#tests/support/database.ts';
import { holdRows } from '#tests/support/held-row.ts';
import { makeBuyers } from '#tests/support/orders.ts';
import { makeProject, type ServerProcess, startReady, until } from '#tests/support/server-process.ts';
import { giveChance, openedWheel, prize } from '#tests/support/wheels.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Stands in for the built app: draws, and keeps the answer of what is asked to be kept back. */
const app = `
import { text } from 'node:stream/consumers';
import { getDb } from '${root}/src/lib/server/db/client.ts';
import { play } from '${root}/src/lib/server/draws/play.ts';
import { accountOf, contextOf } from '${root}/tests/support/orders.ts';
export async function render({ url, body }) {
  if (url === '/api/health') return new Response('well');
  const { user, id, token, isKeptBack } = JSON.parse(await text(body));
  const drawn = await play(contextOf(getDb(), await accountOf(getDb(), user)), { id, token });
  if (isKeptBack) await new Promise(() => {});
  return Response.json(drawn);
}
`;

const { url, db, pool } = await testDatabase();
expectBooksToAgree(pool);
const folder = makeProject(app);
const servers: ServerProcess[] = [];
afterAll(async () => {
  for (const { child } of servers) child.kill('SIGKILL');
  await Promise.all(servers.map(({ ended }) => ended));
  rmSync(path.dirname(folder), { recursive: true, force: true });
});

async function started(): Promise<ServerProcess> {
  const own = { DATABASE_URL: url, DEMO: '1', AUTH_SECRET: env().AUTH_SECRET ?? '' };
  const server = await startReady(folder, own);
  servers.push(server);
  return server;
}

const draw = async (to: ServerProcess, sent: object): Promise<Drawn> => {
  const answer = await fetch(`${to.url}/draw`, { method: 'POST', body: JSON.stringify(sent) });
  return (await answer.json()) as Drawn;
};

test('the token gets its prize after the restart, and exactly one draw', { timeout: 240_000 }, async () => {
  // Each ticket wins points, so that each draw comes to the company's wallet.
  const { id } = await openedWheel(db, [
    prize('points', 5),
    prize('points', 5, { name: '另一种积分', points: 7 }),
  ]);
  // With a balance, so that there are wallets to be held.
  const buyers = await makeBuyers(db, 3, 1_00);
  const [told, untold, caught] = buyers.map(({ companyId, userId: user }) => ({
    ...{ companyId, user, id, token: randomUUID() },
  }));
  for (const { companyId } of buyers) await giveChance(db, id, companyId);
  const drawsOf = (companyId: number) =>
    db.select().from(wheelDraw).where(eq(wheelDraw.companyId, companyId)).orderBy(wheelDraw.id);

  const first = await started();
  const answered = await draw(first, told!);
  void draw(first, { ...untold, isKeptBack: true }).catch(() => {});
  await until('the draw is made', async () => (await drawsOf(untold!.companyId)).length === 1);
  const [made] = await drawsOf(untold!.companyId);
  const letGo = await holdRows(
    pool,
    {
      query: 'select from wallet where company_id::text = any($1) for update',
      nos: [String(caught!.companyId)],
    },
    () => draw(first, caught!).catch(() => {}),
  );
  first.child.kill('SIGKILL');
  await first.ended;
  await letGo();
  expect(await drawsOf(caught!.companyId)).toEqual([]);
  expect(await countChances(db, id, caught!.companyId)).toBe(1);

  const second = await started();
  const [again, late, anew] = await Promise.all(
    [told, untold, caught].map((one) => Promise.all(Array.from({ length: 3 }, () => draw(second, one!)))),
  );
  for (const one of again!) expect(one).toMatchObject({ id: answered.id, ticket: answered.ticket });
  for (const one of late!)
    expect(one).toMatchObject({ id: made!.id, ticket: made!.ticket, prize_id: made!.prizeId, chances: 0 });
  expect(new Set(anew!.map((one) => one.id)).size).toBe(1);
  for (const one of [again![0]!, late![0]!, anew![0]!]) {
    const { root: of, tickets, ticket, prize_id: prizeId, path: way, seq, buyer_seed: buyerSeed } = one;
    expect(isReceiptTrue(hashes, { root: of, tickets, ticket, prizeId, path: way, seq, buyerSeed })).toBe(
      true,
    );
  }
  for (const { companyId } of [told!, untold!, caught!]) {
    const [one, ...others] = await drawsOf(companyId);
    expect(others).toEqual([]);
    expect(await db.$count(pointsLedger, eq(pointsLedger.ref, `draw:${one!.id}`))).toBe(1);
    expect(await countChances(db, id, companyId)).toBe(0);
  }
});
