/** Logins before the app hears of them: a few at once a network, a bounded line, and everything else goes past. */
import { afterAll, expect, it } from 'vitest';
import { takeBody } from '#lib/server/web/body.ts';
import type { Exchange, Step } from '#lib/server/web/exchange.ts';
import { loginTurns } from '#lib/server/web/login-turns.ts';
import { listen } from '#lib/server/web/server.ts';
import { testDatabase } from '#tests/support/database.ts';
import { until } from '#tests/support/server-process.ts';
import { beginSlowly } from '#tests/support/slow-senders.ts';

await testDatabase('empty');

const running: (() => void)[] = [];
let served = 0;
let said = '';
const server = await listen({ port: 0, host: '127.0.0.1', trustProxy: true, overHttps: false });
const app: Step = async ({ url, body }) => {
  if (url === '/api/auth/login') await new Promise<void>((go) => running.push(go));
  said = '';
  for await (const piece of body ?? []) said += Buffer.from(piece).toString();
  served += 1;
  return { status: 200, headers: {}, body: Buffer.from('{}') };
};
const arrived: Exchange[] = [];
const count: Step = (exchange) => {
  arrived.push(exchange);
  return undefined;
};
server.open([count, takeBody(loginTurns(app))], async () => ({ reading: true, writing: true }));
afterAll(() => server.close(1000));

const base = `http://127.0.0.1:${server.port}`;
const logInFrom = (address: string, signal?: AbortSignal) =>
  fetch(`${base}/api/auth/login`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address },
    body: 'x=1',
    ...(signal && { signal }),
  });

/** Lets those that have their turn go on. */
const letGo = () => {
  for (const go of running.splice(0)) go();
};

it('of one address take turns and are refused beyond the line, while others and pages are answered', async () => {
  const flood = Array.from({ length: 100 }, () => logInFrom('198.51.100.1'));
  const refused: Response[] = [];
  for (const one of flood) void one.then((answer) => answer.status === 429 && refused.push(answer));
  await until('those beyond the line are refused', () => refused.length === 28);
  expect(running).toHaveLength(8);
  expect(refused[0]?.headers.get('retry-after')).toBe('1');
  expect(await refused[0]?.json()).toMatchObject({ code: 429, message: '登录的人太多，请稍候再试' });
  const other = logInFrom('203.0.113.1');
  await until('another address has its turn', () => running.length === 9);
  expect((await fetch(`${base}/`)).status).toBe(200);
  // Each that ends lets the next one in.
  await until('all have had their turn', () => {
    letGo();
    return served === 74;
  });
  expect((await other).status).toBe(200);
  expect((await Promise.all(flood)).filter(({ status }) => status === 200)).toHaveLength(72);
});

it('of one IPv6 network are those of one address', async () => {
  const flood = Array.from({ length: 12 }, (_, nth) => logInFrom(`2001:db8:1:2::${nth + 1}`));
  await until('eight have their turn', () => running.length === 8);
  const other = logInFrom('2001:db8:1:3::1');
  await until('another network has one', () => running.length === 9);
  await until('all have had their turn', () => {
    letGo();
    return running.length === 0 && served === 87;
  });
  await Promise.all([other, ...flood]);
});

it('that have not come whole have no turn, and are read by the app as they came', async () => {
  const slow = Array.from({ length: 20 }, (_, nth) =>
    beginSlowly(server.port, {
      path: '/api/auth/login',
      length: 6,
      sent: 'x=',
      from: `198.51.100.${nth % 2}`,
    }),
  );
  const other = logInFrom('203.0.113.1');
  await until('another address has its turn', () => running.length === 1);
  letGo();
  expect((await other).status).toBe(200);
  slow[0]?.send('1234');
  await until('the one that has come whole has its turn', () => running.length === 1);
  letGo();
  await until('its answer', () => slow[0]?.said().startsWith('HTTP/1.1 200') === true);
  expect(said).toBe('x=1234');
  for (const one of slow) one.leave();
});

it('that their sender has left while they waited never run', async () => {
  arrived.length = 0;
  const all = 12;
  const first = Array.from({ length: 8 }, () => logInFrom('198.51.100.9'));
  await until('they have their turns', () => running.length === 8);
  const away = new AbortController();
  const left = Array.from({ length: 4 }, () => logInFrom('198.51.100.9', away.signal).catch(() => undefined));
  await until('all are there', () => arrived.length === all);
  away.abort();
  await Promise.all(left);
  await until('the server hears of it', () => arrived.filter(({ res }) => res.destroyed).length === 4);
  const next = logInFrom('198.51.100.9');
  await until('the next one is there', () => arrived.length === all + 1);
  const before = served;
  letGo();
  await until('the next has its turn', () => running.length === 1);
  letGo();
  expect((await next).status).toBe(200);
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(served - before).toBe(9);
});
