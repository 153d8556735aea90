import { eq } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import * as known from '#demo/seed/known.ts';
import { sendNews } from '#lib/server/core/bus/event-rows.ts';
import { closeStreams, countListeners, maxOfCompany, maxStreams } from '#lib/server/core/events/hub.ts';
import { publish } from '#lib/server/core/events/publish.ts';
import { openStream } from '#lib/server/core/events/stream.ts';
import { company as companyTable, payment, session } from '#lib/server/db/schema.ts';
import { sendMessages } from '#lib/server/messages/rows.ts';
import { startTopUp } from '#lib/server/paying/top-up.ts';
import { openCounter } from '#tests/counterparts/counter.ts';
import { contextOf } from '#tests/support/context.ts';
import { noticeOf, sendNotice } from '#tests/support/counter.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeGoods, order, pay } from '#tests/support/orders.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { busy, until } from '#tests/support/server-process.ts';
import { GET as events } from '../../src/pages/api/events.ts';

const { db, pool } = await testDatabase();
await openCounter();
const demo = await contextOf(db, 'demo');
const other = await contextOf(db, 'other');
const colleague = await contextOf(db, 'demo-caigou');
const { demo: company } = known.companies;

afterEach(closeStreams);

/** Reads a stream on the side; `heard` grows. */
async function open(context: typeof demo, beat?: number) {
  const response = await openStream(context, beat);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const stream = {
    response,
    received: [] as string[],
    data: [] as string[],
    isOver: false,
    leave: () => reader.cancel(),
  };
  void (async () => {
    for (let text = ''; ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      const parts = (text + value).split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        stream.received.push(/event: (\w+)/.exec(part)?.[1] ?? '');
        stream.data.push(/data: (.*)/.exec(part)?.[1] ?? '');
      }
    }
    stream.isOver = true;
  })();
  await until('hello', () => stream.received.length > 0);
  return stream;
}

const note = (ref: string, companyId: number = company) => ({
  companyId,
  kind: 'system',
  title: '标题',
  body: '内容',
  ref,
});

it('is an event stream that nothing keeps or collects', async () => {
  const { response, received, data } = await open(demo);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(response.headers.get('cache-control')).toContain('no-store');
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  expect(received).toEqual(['hello']);
  expect(JSON.parse(data[0]!).beat).toBeGreaterThan(1_000);
});

it('tells a company what is its own, a user what is theirs', async () => {
  const [mine, theirs, besides] = await Promise.all([open(demo), open(other), open(colleague)]);
  await sendMessages(db, note('a'));
  await sendNews(db, [{ companyId: company, userId: known.users.demo, kind: 'cart' }]);
  await until('both', () => mine.received.length === 3 && besides.received.length === 2);
  await sendMessages(db, note('b', known.companies.other));
  await until('theirs', () => theirs.received.length === 2);
  expect(mine.received).toEqual(['hello', 'message', 'cart']);
  expect(besides.received).toEqual(['hello', 'message']);
  expect(theirs.received).toEqual(['hello', 'message']);
});

it('tells at the commit, nothing of what was rolled back, and a repeated cause never again', async () => {
  const stream = await open(demo);
  await db
    .transaction(async (tx) => {
      await sendMessages(tx, note('c'));
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await db.transaction((tx) => sendMessages(tx, note('d'), note('e')));
  await sendMessages(db, note('d'));
  await sendNews(db, [{ companyId: company, kind: 'order' }]);
  await until('the order', () => stream.received.includes('order'));
  expect(stream.received).toEqual(['hello', 'message', 'order']);
});

it('collects what is announced in a burst', async () => {
  const stream = await open(demo);
  for (let at = 0; at < 200; at++)
    publish(db, { companyId: company, userId: known.users.demo, kind: 'cart' });
  publish(db, { companyId: company, kind: 'order' });
  await until('the burst', () => stream.received.includes('order'));
  expect(stream.received).toEqual(['hello', 'cart', 'order']);
});

it('carries more news than fit into one payload', async () => {
  const stream = await open(demo);
  await sendNews(
    db,
    Array.from({ length: 500 }, (_, at) => ({
      companyId: at === 499 ? company : 900_000,
      kind: 'message' as const,
    })),
  );
  await until('the last', () => stream.received.includes('message'));
});

it('forgets whoever leaves; of many streams of one user the oldest gives way', async () => {
  const first = await open(demo);
  await first.leave();
  await until('left', () => countListeners() === 0);
  const streams: Awaited<ReturnType<typeof open>>[] = [];
  for (let at = 0; at <= maxStreams; at++) streams.push(await open(demo));
  await until('the oldest has ended', () => streams[0]!.isOver);
  expect(JSON.parse(streams[0]!.data.at(-1)!)).toEqual({ after: 300_000 });
  expect(streams.slice(1).some(({ isOver }) => isOver)).toBe(false);
  expect(countListeners()).toBe(maxStreams);
  await open(other);
  expect(countListeners()).toBe(maxStreams + 1);
});

it('gives the users of one company no more streams than its share; others keep theirs', async () => {
  const theirs = await open(other);
  const streams: Awaited<ReturnType<typeof open>>[] = [];
  for (let at = 0; at <= maxOfCompany; at++)
    streams.push(
      await open({
        ...demo,
        actor: { ...demo.actor, account: { ...demo.actor.account, userId: `user ${at}` } },
      }),
    );
  await until('the oldest has ended', () => streams[0]!.isOver);
  expect(countListeners()).toBe(maxOfCompany + 1);
  expect([theirs, ...streams.slice(1)].some(({ isOver }) => isOver)).toBe(false);
});

it('ends all streams at shutdown, with when to come back', async () => {
  const stream = await open(demo);
  await closeStreams();
  await until('over', () => stream.isOver);
  expect(stream.received).toEqual(['hello', 'bye']);
});

it('beats, and ends when the session is not there any more', async () => {
  const cookie = await loginAs('clinic');
  const clinic = { ...(await contextOf(db, 'clinic')), headers: new Headers({ cookie }) };
  const stream = await open(clinic, 10);
  await until('some checks passed', () => stream.received.length > 8);
  await db.delete(session).where(eq(session.userId, known.users.clinic));
  await until('over', () => stream.isOver);
  expect(new Set(stream.received.slice(1, -1))).toEqual(new Set(['beat']));
  expect(stream.received.at(-1)).toBe('bye');
  expect(countListeners()).toBe(0);
});

it('hears everything again after the database was away', async () => {
  const stream = await open(demo);
  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'yaopi bus' and datname = current_database()",
  );
  await until('it looks again', () => stream.received.length === 4);
  expect(stream.received).toEqual(['hello', 'message', 'order', 'cart']);
  await sendMessages(db, note('f'));
  await until('it hears again', () => stream.received.length === 5);
});

it('is for who is logged in', async () => {
  expect(await request(events)).toMatchObject({ code: 401 });
  const cookie = await loginAs('other');
  await db.delete(session).where(eq(session.userId, known.users.other));
  expect(await request(events, { cookie })).toMatchObject({ code: 401 });
});

it('ends at once with the session it was opened in, and with no other', async () => {
  const mine = await open({ ...other, headers: new Headers({ cookie: await loginAs('other') }) });
  const theirs = await open({ ...demo, headers: new Headers({ cookie: await loginAs('demo') }) });
  await db.update(companyTable).set({ status: 'frozen' }).where(eq(companyTable.id, known.companies.other));
  await until('it is over', () => mine.isOver);
  expect(mine.received.at(-1)).toBe('bye');
  expect(theirs.isOver).toBe(false);
  await theirs.leave();
});

it('tells whoever waits at a payment that it is booked, soon after the booking', async () => {
  const store = (await contextOf(db, 'demo-fendian')).actor.account;
  expect(store.companyId).not.toBe(company);
  const goodsId = await makeGoods(db, known.goodsPlain, 1_000);
  for (const [payer, buyer] of [
    [other, other.actor.account],
    // The head office pays for its store: the order's news are the store's, the page is the head office's.
    [demo, store],
  ] as const) {
    const { trade_no } = await order(db, buyer, [{ goodsId, number: 10 }]);
    const { pay_no } = await pay(db, payer.actor.account, trade_no, 'sandbox');
    const [row] = await db.select().from(payment).where(eq(payment.no, pay_no));
    const stream = await open(payer);
    const before = stream.received.length;
    expect(await sendNotice(noticeOf(pay_no, row!.amount))).toMatchObject({ code: 200 });
    const booked = performance.now();
    await until('the page hears it', () => stream.received.slice(before).includes('order'));
    expect(performance.now() - booked).toBeLessThan(busy * 1_000);
    await stream.leave();
  }

  // Money for the balance, and a payment that did not come about.
  const { pay_no } = await startTopUp(other, { amount: '100.00', provider: 'sandbox' });
  const stream = await open(other);
  const failed = noticeOf(pay_no, 10_000, { status: 'failed', transaction_no: 'SF1', reason: '余额不足' });
  for (const notice of [failed, noticeOf(pay_no, 10_000)]) {
    stream.received.length = 0;
    expect(await sendNotice(notice)).toMatchObject({ code: 200 });
    await until('the page hears it', () => stream.received.includes('order'));
  }
});
