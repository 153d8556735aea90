/**
 * 1,000 messages by 20 people over two processes, both killed by kill -9 and started again, while streams are cut and
 * events commit late: every reader has each message once and in order, and marks end at the last one.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { merchantHouse } from '#demo/seed/known.ts';
import { openTalk } from '#lib/server/chat/talks.ts';
import { env } from '#lib/server/core/process/env.ts';
import { chatMessage, chatRead, chatStaffRead, chatTalk } from '#lib/server/db/schema.ts';
import { chatApp, mark, say, TalkReader, type Who } from '#tests/support/chat-app.ts';
import { testDatabase } from '#tests/support/database.ts';
import { person } from '#tests/support/desk-people.ts';
import { contextOf, makeBuyers } from '#tests/support/orders.ts';
import { makeProject, type ServerProcess, startReady, until } from '#tests/support/server-process.ts';

const talks = 10;
/** Of each of the twenty people. */
const each = 50;

const { url, db, pool } = await testDatabase();
const folder = makeProject(chatApp);
const servers: (ServerProcess | undefined)[] = [];
afterAll(async () => {
  for (const server of servers) server?.child.kill('SIGKILL');
  await Promise.all(servers.map((server) => server?.ended));
  rmSync(path.dirname(folder), { recursive: true, force: true });
});

async function start(nth: number): Promise<void> {
  const own = { DATABASE_URL: url, DEMO: '1', AUTH_SECRET: env().AUTH_SECRET ?? '', LIMIT_SCALE: '100' };
  servers[nth] = await startReady(folder, own);
}

/** Kills a process in the middle of what it does, and starts another in its place. */
async function kill(nth: number): Promise<void> {
  const server = servers[nth];
  server?.child.kill('SIGKILL');
  await server?.ended;
  await start(nth);
}

test('each message is there once, in order, at every reader, whatever dies meanwhile', {
  timeout: 600_000,
}, async () => {
  await Promise.all([start(0), start(1)]);
  // One event in twenty keeps its transaction open for a while: those of other talks that began later commit before it.
  await pool.query(`create function commit_late() returns trigger language plpgsql as $$
    begin
      if random() < 0.05 then perform pg_sleep(0.2 + random() * 0.3); end if;
      return null;
    end $$;
    create trigger commit_late after insert on chat_event for each row execute function commit_late()`);
  const buyers = await makeBuyers(db, talks);
  const service: Who[] = [];
  for (let at = 0; at < talks; at += 1) {
    const { id, username } = await person(db, `kefu.kill${at}`, 'service', merchantHouse);
    service.push({ staff: id, name: username, merchantId: merchantHouse });
  }
  const onDuty = () =>
    pool.query(
      `insert into chat_duty (staff_id, is_on, seen_at) select id, true, now() from staff where username like 'kefu.kill%'
       on conflict (staff_id) do update set is_on = true, seen_at = now()`,
    );
  await onDuty();
  const duty = setInterval(() => void onDuty(), 20_000);

  // Callers go to both processes in turn, so that each meets the one that is dead.
  let turn = 0;
  const origin = () => servers[turn++ % 2]?.url ?? '';
  const readers: TalkReader[] = [];
  const pairs: { talk: number; people: Who[] }[] = [];
  for (const [at, buyer] of buyers.entries()) {
    const { id: talk } = await openTalk(contextOf(db, buyer), { merchant_id: merchantHouse });
    const people: Who[] = [{ user: buyer.userId }, service[at]!];
    // The first message is the buyer's; service has the talk from then on.
    await say(origin, people[0]!, talk, `first-message-${talk}`, '在吗');
    await pool.query(
      `update chat_inquiry set staff_id = $2, assigned_at = now() where talk_id = $1 and closed_at is null`,
      [talk, 'staff' in people[1]! ? people[1].staff : 0],
    );
    pairs.push({ talk, people });
    readers.push(...people.map((who) => new TalkReader(origin, who, talk)));
  }
  for (const reader of readers)
    reader.onMessage = ({ seq }) => void mark(origin, reader.who, reader.talk, seq);
  const running = readers.map((reader) => reader.run());

  let sent = 0;
  const talkers = pairs.flatMap(({ talk, people }) =>
    people.map(async (who, side) => {
      for (let nth = 0; nth < each; nth += 1) {
        await say(origin, who, talk, `message-${talk}-${side}-${nth}`, `第${nth}条`);
        sent += 1;
      }
    }),
  );
  const cutter = (async () => {
    for (let at = 0; sent < talks * 2 * each; at += 7) {
      readers[at % readers.length]?.cut();
      await pause(150);
    }
  })();
  const all = talks * 2 * each;
  await until('a third is sent', () => sent > all / 3, 120_000);
  await kill(0);
  await until('two thirds are sent', () => sent > (2 * all) / 3, 120_000);
  await kill(1);
  await Promise.all([...talkers, cutter]);

  const rows = await db
    .select()
    .from(chatTalk)
    .where(
      inArray(
        chatTalk.id,
        pairs.map(({ talk }) => talk),
      ),
    );
  const lastOf = new Map(rows.map(({ id, lastSeq }) => [id, lastSeq]));
  await until(
    'every reader has the last message',
    () => readers.every((reader) => reader.last === lastOf.get(reader.talk)),
    60_000,
  );
  for (const reader of readers) {
    const { talk, messages } = reader;
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, at) => at + 1));
    // Both sides of the talk, each in its own order.
    const own = await db.select().from(chatMessage).where(eq(chatMessage.talkId, talk));
    for (const side of [0, 1]) {
      const ids = own
        .filter(({ clientId }) => clientId.startsWith(`message-${talk}-${side}-`))
        .sort((a, b) => a.seq - b.seq)
        .map(({ clientId }) => clientId);
      expect(ids).toEqual(Array.from({ length: each }, (_, nth) => `message-${talk}-${side}-${nth}`));
    }
    const texts = messages.filter(({ text }) => /^第\d+条$/.test(text));
    expect(texts).toHaveLength(2 * each);
    expect(reader.opened).toBeGreaterThan(3);
  }
  // A higher and a lower mark at once, at both processes: the higher one stays.
  await Promise.all(
    readers.flatMap(({ who, talk, last }) => [last, last - 3].map((seq) => mark(origin, who, talk, seq))),
  );
  for (const table of [chatRead, chatStaffRead]) {
    const marks = await db.select({ talkId: table.talkId, seq: table.seq }).from(table);
    const ours = marks.filter(({ talkId }) => lastOf.has(talkId));
    expect(ours).toHaveLength(talks);
    for (const { talkId, seq } of ours) expect(seq).toBe(lastOf.get(talkId));
  }
  for (const reader of readers) reader.end();
  clearInterval(duty);
  await Promise.all(running);
  const cuts = readers.reduce((sum, { opened }) => sum + opened, 0);
  expect(readers.reduce((sum, { reloads }) => sum + reloads, 0)).toBeLessThan(cuts);
});
