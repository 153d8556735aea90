/** Every address of a file, and whether it gives many rows or files away: what does leaves one entry in the audit log. */
import type { APIRoute } from 'astro';
import { desc, eq, inArray } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { monthOf } from '#lib/rules/orders/statements.ts';
import { dayKey, startOfMonth } from '#lib/rules/terms/activity-time.ts';
import { auditLog, user } from '#lib/server/db/schema.ts';
import { proveDay } from '#lib/server/flows/prove.ts';
import { beginExport, getExport } from '#lib/server/own-data/exports.ts';
import { makeExports } from '#lib/server/own-data/make.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { person } from '#tests/support/desk-people.ts';
import { accountOf, contextOf, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { callHandler, type Handler, loginAs } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const { db, pool } = await testDatabase();
await payFreely(db);
const [{ id: userId } = { id: '' }] = await db.select().from(user).where(eq(user.username, 'demo'));
const buyer = await accountOf(db, userId);
const goodsId = await makeGoods(db, goodsPlain, 100);
const made = await order(db, buyer, [{ goodsId, number: 10 }]);
await pay(db, buyer, made.trade_no);
const no = made.orders[0]!.no;
await shipOrder(byStaff(db), { no });
await beginExport(contextOf(db, buyer));
await makeExports(db, new Date());
const token = (await getExport(contextOf(db, buyer))).url.split('/').at(-1) ?? '';
// The last month of a merchant of the demo.
const statement = `1-${monthOf(startOfMonth(Date.now()) - 1)}`;
await pool.query(
  `insert into booking (cause, ref, from_account, from_owner, to_account, to_owner, amount, at)
   values ('sale', 'last-month', 'transit', '', 'merchant', '1', 100, $1)`,
  [new Date(startOfMonth(Date.now()) - 1)],
);
await proveDay(db, dayKey(Date.now()), new Date());
const cookie = await loginAs('demo');
const clerk = await person(db, 'exports.clerk', 'admin', 1);

/** One file that a page shows, a picture, a feed, a way on: nothing that is many. */
const single = 'single';

type Asked = { params?: Record<string, string>; body?: object; cookie: string; key: string };

/** What each address asks for; a new one has to be named here. */
const addresses: Record<string, typeof single | Asked> = {
  '/api/desk/exports': {
    body: { list: '企业', rows: 3, filter: '' },
    cookie: clerk.cookie,
    key: '企业',
  },
  '/calendar/papers.ics': single,
  '/desk/statements/[id]/[file]': {
    params: { id: statement, file: 'companies.csv' },
    cookie: clerk.cookie,
    key: '企业对账单',
  },
  '/eleven_index': single,
  '/file/[id]/full': single,
  '/file/[id]/index': single,
  '/file/[id]/pdf': single,
  '/file/contract/[no]': single,
  '/file/export/[token]': { params: { token }, cookie, key: String(buyer.companyId) },
  '/file/invoice/[id]/[kind]': single,
  '/file/invoice/zip': single,
  '/file/licence/[file]': single,
  '/file/onboarding/[file]': single,
  '/file/package/[no]/index': { params: { no }, cookie, key: no },
  '/file/package/[no]/pdf': { params: { no }, cookie, key: no },
  '/file/proof/[no]': { params: { no }, cookie, key: no },
  '/file/report/[goods]': single,
  '/img/ad/[id].svg': single,
  '/img/b/[id].svg': single,
  '/img/g/[file]': single,
  '/img/j/[id].svg': single,
  '/img/m/[id].svg': single,
  '/img/p/[id]-[face].svg': single,
  '/img/phone.svg': single,
  '/img/share/[name].png': single,
  '/img/share/p/[id].png': single,
  '/invoice/agreed': single,
  '/live/[id]/[file]': single,
  '/news/rss.xml': single,
  '/order/dc/[file]': { params: { file: 'mingxi.csv' }, cookie, key: '订单' },
  '/order/dz/[file]': { params: { file: 'mingxi.xlsx' }, cookie, key: '采购对账' },
  '/order/dz/pdf': { cookie, key: '采购对账单' },
  '/order/dz/orders/[file]': { params: { file: 'mingxi.csv' }, cookie, key: '采购对账订单' },
  '/order/wl/[id]': single,
  '/robots.txt': single,
  '/sandbox/gateway': single,
  '/sandbox/invoices/file': single,
  '/sandbox/invoices/services': single,
  '/sandbox/wechat/sns/oauth2/access_token': single,
  '/sandbox/wechat/sns/userinfo': single,
  '/sitemap.xml': single,
  '/sitemap/[part].xml': single,
  '/video/[file]': single,
  '/wdqb/jfgl/[file]': { params: { file: 'mingxi.csv' }, cookie, key: '积分明细' },
  '/wdqb/yegl/[file]': { params: { file: 'mingxi.xlsx' }, cookie, key: '余额明细' },
  '/wechat/callback': single,
};

type Handlers = { GET?: APIRoute; POST?: APIRoute };
const modules = import.meta.glob<Handlers>(['../../src/pages/**/*.ts', '!../../src/pages/api/**']);
const exportList = { POST: routeOf(api.reportExport) };
const named: Record<string, () => Promise<{ GET?: Handler; POST?: Handler }>> = {
  '/api/desk/exports': async () => exportList,
  ...Object.fromEntries(
    Object.entries(modules).map(([file, load]) => [
      file.slice('../../src/pages'.length, -'.ts'.length),
      load,
    ]),
  ),
};

const entries = () =>
  db
    .select()
    .from(auditLog)
    .where(inArray(auditLog.act, ['list.export', 'file.export']))
    .orderBy(desc(auditLog.id));

it('every address says whether it gives many away', () => {
  expect(Object.keys(named).toSorted()).toEqual(Object.keys(addresses).toSorted());
});

describe.each(
  Object.entries(addresses).flatMap(([address, asked]) => (asked === single ? [] : [{ address, asked }])),
)('$address', ({ address, asked }) => {
  it('leaves one entry, of whoever asks, also where a browser asks twice', { timeout: 180_000 }, async () => {
    const { key, ...sent } = asked;
    const before = (await entries()).length;
    const module = await named[address]?.();
    const handler = 'body' in asked ? module?.POST : module?.GET;
    const take = () => callHandler(handler!, { ...sent, path: address });
    const answers = await Promise.all([take(), take()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [entry, ...rest] = await entries();
    expect(rest).toHaveLength(before);
    expect(entry).toMatchObject({
      subjectKey: key,
      actorId: asked.cookie === cookie ? userId : 'exports.clerk',
    });
    await Promise.all(answers.map((answer) => answer.body?.cancel()));
  });

  it('leaves none to whom it is not given', async () => {
    const before = (await entries()).length;
    const { key: _, cookie: __, ...sent } = asked;
    const module = await named[address]?.();
    const handler = 'body' in asked ? module?.POST : module?.GET;
    await callHandler(handler!, { ...sent, path: address });
    expect(await entries()).toHaveLength(before);
  });
});
