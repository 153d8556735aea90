/** Logins before the app hears of them: a few at once an address, a bounded line, and everything else goes past. */
import { afterAll, expect, it } from 'vitest';
import type { Step } from '#lib/server/http/exchange.ts';
import { loginTurns } from '#lib/server/http/login-turns.ts';
import { listen } from '#lib/server/http/server.ts';
import { testDatabase } from '#tests/support/database.ts';
import { until } from '#tests/support/server-process.ts';

await testDatabase('empty');

const running: (() => void)[] = [];
let served = 0;
const server = await listen({ port: 0, host: '127.0.0.1', trustProxy: true, overHttps: false });
const app: Step = async ({ url }) => {
  if (url === '/api/auth/login') await new Promise<void>((go) => running.push(go));
  served += 1;
  return { status: 200, headers: {}, body: Buffer.from('{}') };
};
server.open([loginTurns(), app], async () => ({ reading: true, writing: true }));
afterAll(() => server.close(1000));

const base = `http://127.0.0.1:${server.port}`;
const logInFrom = (address: string) =>
  fetch(`${base}/api/auth/login`, { method: 'POST', headers: { 'x-forwarded-for': address }, body: 'x=1' });

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
    for (const go of running.splice(0)) go();
    return served === 74;
  });
  expect((await other).status).toBe(200);
  expect((await Promise.all(flood)).filter(({ status }) => status === 200)).toHaveLength(72);
});

it('that their sender has left give their turn back', async () => {
  const away = new AbortController();
  const left = Array.from({ length: 8 }, () =>
    fetch(`${base}/api/auth/login`, {
      method: 'POST',
      headers: { 'x-forwarded-for': '198.51.100.9' },
      signal: away.signal,
    }).catch(() => undefined),
  );
  await until('they have their turns', () => running.length === 8);
  away.abort();
  await Promise.all(left);
  const next = logInFrom('198.51.100.9');
  await until('the next has one', () => running.length === 9);
  for (const go of running.splice(0)) go();
  expect((await next).status).toBe(200);
});
