/** A shop with a way to pay by WeChat and a courier, for a browser test: a second process on the run's database, and its counterparts. */
import { readFileSync } from 'node:fs';
import { agreementVersion } from '#lib/rules/companies/registration.ts';
import { type LogisticsProvider, openProvider } from '#tests/counterparts/logistics-provider.ts';
import { openWechatProvider } from '#tests/counterparts/wechat-provider.ts';
import { test as base, type Database } from './e2e.ts';
import { startReady } from './server-process.ts';

type House = Awaited<ReturnType<typeof openWechatProvider>>;

interface Fixtures {
  /** The counterpart: who scans, and what it has given back. */
  wechat: House;
  /** The counterpart of the courier's house, which pushes where parcels are. */
  courier: LogisticsProvider;
}

/** The project's `test` with every page, call and visitor at the shop that takes WeChat. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
  wechat: async ({}, use) => {
    // Where the shop stands is known once it has started, and it starts with the house's keys.
    const counterpart = await openWechatProvider(async (body, headers, provider) => {
      const answer = await fetch(`${shopUrl}/api/pay/notify/${provider}`, {
        method: 'POST',
        body,
        headers: { ...headers, 'content-type': 'application/json' },
      });
      return { status: answer.status, body: await answer.json() };
    });
    await use(counterpart);
    counterpart.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  courier: async ({}, use) => {
    const counterpart = await openProvider('kuaidi100', async (body, path) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await fetch(`${shopUrl}${path}`, { method: 'POST', body, headers });
      return { status: answer.status, body: await answer.json() };
    });
    await use(counterpart);
    counterpart.close();
  },
  baseURL: async ({ wechat, courier }, use) => {
    const server = await startReady(
      '.',
      {
        ...wechat.env,
        ...courier.env,
        DATABASE_URL: readFileSync(process.env.E2E_DATABASE_FILE ?? '', 'utf8'),
        DEMO: '1',
        CHECK_ANSWERS: '1',
        LIMIT_SCALE: '100',
        AUTH_SECRET: 'a secret for tests, thirty-two characters',
      },
      120_000,
    );
    shopUrl = server.url;
    await use(server.url);
    server.child.kill('SIGTERM');
    await server.ended;
  },
});
let shopUrl = '';

/** A colleague of a buyer, with a role and the buyer's password. */
export async function addColleague({ pool }: Database, of: string, role: string): Promise<string> {
  const name = `${of}-${role}`;
  await pool.query(
    `with one as (select u.id, m.company_id, a.password from "user" u join member m on m.user_id = u.id
       join account a on a.user_id = u.id and a.provider_id = 'credential' where u.username = $1),
     person as (insert into "user" (id, name, email, username) select $2, '收货员', $2 || '@users.invalid', $2 from one returning id),
     keys as (insert into account (id, account_id, provider_id, user_id, password)
       select $2, $2, 'credential', person.id, one.password from one, person),
     agreed as (insert into agreement_acceptance (user_id, version, accepted_at, address)
       select person.id, $4, now(), '127.0.0.1' from person)
     insert into member (user_id, company_id, role) select person.id, one.company_id, $3 from one, person`,
    [of, name, role, agreementVersion],
  );
  return name;
}
