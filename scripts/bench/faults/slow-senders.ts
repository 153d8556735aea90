/**
 * Requests that are begun and not ended, and begun again where the shop cuts them: behind the same address, at the
 * logins and among payment notices everybody is served all the same. 500 that stop in their headers, or in their
 * bodies, are cut.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { demoPassword, goodsPlain } from '#demo/seed/known.ts';
import { beginSlowly, type SlowRequest, type SlowSender, sendRaw } from '#tests/support/slow-senders.ts';
import { send, type Timed } from '../client.ts';
import type { Row } from '../table.ts';
import type { FaultBar } from './faults.ts';
import { type Answers, answersRow, noteAnswers, type Wanted } from './shop/answers.ts';
import { logInAll, openShop } from './shop/shop.ts';

const attacker = '198.51.100.1';
const elsewhere = '203.0.113.7';
const mostMs = 3_000;
const mostCutMs = 20_000;
const part = 64 * 1024;

interface Flood {
  what: string;
  many: number;
  one: (nth: number) => SlowRequest;
}

const floods: Flood[] = [
  {
    what: '16 unfinished logins from 2 addresses',
    many: 16,
    one: (nth) => ({
      path: '/api/auth/login',
      length: 200,
      sent: 'username=',
      from: `198.51.100.${1 + (nth % 2)}`,
    }),
  },
  {
    what: '352 unfinished bodies of 64 KB from 11 addresses',
    many: 352,
    one: (nth) => ({
      path: '/api/user/create-code',
      length: part + 1,
      sent: 'x'.repeat(part),
      from: `198.51.100.${1 + (nth % 11)}`,
    }),
  },
  {
    what: '32 unfinished bodies of one address',
    many: 32,
    one: () => ({ path: '/api/user/create-code', length: 100, sent: 'phone=', from: attacker }),
  },
];

/** An unsigned notice is read and refused. */
const wanted: Wanted = { colleague: 200, 'login beside it': 200, 'login elsewhere': 200, notice: 403 };

async function askAll(origin: string, cookie: string): Promise<Record<string, Timed>> {
  const post = (path: string, from: string, form: string, own?: string) =>
    send(origin, path, {
      form,
      headers: { 'x-forwarded-for': from },
      ...(own !== undefined && { cookie: own }),
    });
  const credentials = (username: string) => String(new URLSearchParams({ username, password: demoPassword }));
  const [colleague, beside, login, notice] = await Promise.all([
    post('/api/favorite', attacker, `goods_ids[]=${goodsPlain}`, cookie),
    post('/api/auth/login', attacker, credentials('other')),
    post('/api/auth/login', elsewhere, credentials('clinic')),
    post('/api/pay/notify/sandbox', elsewhere, '{}'),
  ]);
  return { colleague, 'login beside it': beside, 'login elsewhere': login, notice };
}

/** Maintains that many begun requests while `work` runs: a cut one is begun again. */
async function beside(port: number, { many, one }: Flood, work: () => Promise<void>): Promise<void> {
  const begin = (nth: number) => beginSlowly(port, one(nth));
  const senders: SlowSender[] = Array.from({ length: many }, (_, nth) => begin(nth));
  const timer = setInterval(() => {
    for (const [nth, sender] of senders.entries()) if (sender.isClosed()) senders[nth] = begin(nth);
  }, 1_000);
  try {
    // They have arrived before the first request.
    await pause(1_000);
    await work();
  } finally {
    clearInterval(timer);
    for (const sender of senders) sender.leave();
  }
}

/** Time until all are cut, ms, or the time waited for them. */
async function cutAfter(senders: readonly SlowSender[]): Promise<number> {
  const begin = performance.now();
  while (!senders.every((sender) => sender.isClosed()) && performance.now() - begin < 2 * mostCutMs)
    await pause(100);
  for (const sender of senders) sender.leave();
  return performance.now() - begin;
}

async function cutRow(what: string, senders: readonly SlowSender[]): Promise<Row> {
  const time = await cutAfter(senders);
  return {
    what,
    bar: `cut within ${mostCutMs / 1000} s`,
    measured: `${(time / 1000).toFixed(1)} s`,
    isMet: time <= mostCutMs,
  };
}

async function run(isQuick: boolean): Promise<Row[]> {
  const shop = await openShop({ env: { TRUST_PROXY: '1', LIMIT_SCALE: '1000' } });
  try {
    const origin = shop.origins[0]!;
    const port = Number(new URL(origin).port);
    const [cookie = ''] = await logInAll(shop, ['demo']);
    await askAll(origin, cookie);
    const rows: Row[] = [];
    for (const flood of floods) {
      const answers: Answers = {};
      await beside(port, flood, async () => {
        for (let round = 0; round < (isQuick ? 3 : 20); round++) {
          noteAnswers(answers, await askAll(origin, cookie));
          await pause(500);
        }
      });
      rows.push(answersRow(`beside ${flood.what}`, wanted, answers, mostMs));
    }
    const many = Array.from({ length: 500 }, (_, nth) => nth);
    const headers = 'GET / HTTP/1.1\r\nHost: shop.test\r\nX-';
    rows.push(
      await cutRow(
        '500 that stop in their headers',
        many.map(() => sendRaw(port, headers)),
      ),
    );
    const body = (nth: number): SlowRequest => ({
      path: '/api/user/create-code',
      length: 100,
      sent: 'phone=',
      from: `198.51.${100 + (nth % 100)}.1`,
    });
    rows.push(
      await cutRow(
        '500 that stop in their bodies',
        many.map((nth) => beginSlowly(port, body(nth))),
      ),
    );
    return rows;
  } finally {
    await shop.close();
  }
}

export const bar: FaultBar = { name: 'slow-senders', run };
