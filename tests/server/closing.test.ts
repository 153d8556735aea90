/** Closing an account: its conditions, seven days to think, and what is left afterwards. */

import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { demoPassword, goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { closingWire } from '#lib/contract/closing.ts';
import { coolingOff } from '#lib/rules/companies/closing.ts';
import {
  company,
  companyClosing,
  message,
  order as orderTable,
  session,
  user,
} from '#lib/server/db/schema.ts';
import { beginClosing, callOffClosing, closeCompanies, getClosing } from '#lib/server/own-data/closing.ts';
import { erasedTables } from '#lib/server/own-data/erasing-rows.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { findLogin } from '#lib/server/people/login-rows.ts';
import { sign } from '#lib/server/points/sign-in.ts';
import { testDatabase } from '#tests/support/database.ts';
import { accountOf, contextOf, giveMoney, makeBuyers, makeGoods, order } from '#tests/support/orders.ts';
import { refusalOf } from '#tests/support/refusal.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const callOffCall = routeOf(api.callOffClosing);
const beginCall = routeOf(api.beginClosing);
const closingCall = routeOf(api.closing);

const { db } = await testDatabase();
const plenty = await makeGoods(db, goodsPlain, 1000);
const right = { password: demoPassword, agree: 1 } as const;

/** A company without anything open, whose owner knows the demo's password. */
async function newBuyer(): Promise<Account> {
  const [buyer] = await makeBuyers(db, 1);
  if (buyer === undefined) throw new Error('no buyer was made');
  await db.execute(sql`
    insert into account (id, account_id, provider_id, user_id, password)
    select 'credential-' || ${buyer.userId}, ${buyer.userId}, 'credential', ${buyer.userId}, password from account
    where user_id = (select id from "user" where username = 'demo') and provider_id = 'credential'
    on conflict do nothing`);
  await db.execute(sql`update account set password = (select password from account a join "user" u on u.id = a.user_id
    where u.username = 'demo' and a.provider_id = 'credential') where user_id = ${buyer.userId}`);
  return buyer;
}

const begin = (buyer: Account, now = new Date()) => beginClosing(contextOf(db, buyer, {}, now), right);
const after = (ms: number) => new Date(Date.now() + ms);
const over = () => after(coolingOff + 1000);

async function stateOf({ companyId }: Account) {
  const [row] = await db.select().from(company).where(eq(company.id, companyId));
  return row?.status;
}

const notifiedTo = async ({ companyId }: Account) =>
  (
    await db
      .select()
      .from(message)
      .where(and(eq(message.companyId, companyId), eq(message.kind, 'company')))
  ).map(({ title }) => title);

/** What stays of a closed company, and for what. */
const keptTables = [
  // Records of sales and of what came after, five years at least by the rules of pharmaceutical trade.
  ...['trade', 'order', 'after_sale', 'last_bought', 'quota_use'],
  // Money: vouchers of accounts.
  ...['payment', 'pay_link', 'refund', 'wallet', 'wallet_ledger', 'points_ledger', 'points_lot'],
  ...['points_order', 'points_case', 'points_task_done'],
  // Rules, draws and winners of prizes: kept for two years at least (规范促销行为暂行规定, article 19).
  ...['wheel_chance', 'wheel_draw'],
  // 发票: vouchers of accounts of both sides. A merchant's grant at its provider has the provider's own user id.
  ...['invoice', 'invoice_grant'],
  'balance_correction',
  ...['company_coupon', 'customer_price', 'price_proposal', 'controlled_grant'],
  // Papers, and what they were handed in with, without the receiver.
  ...['company_application', 'company_scope', 'paper', 'stored_file', 'registration'],
  // That they agreed and asked to be closed; ids without a name. A session goes by itself.
  ...['agreement_acceptance', 'company_closing', 'member', 'session'],
  // Signed contracts are evidence of both sides, five years at least as records of the trade.
  ...['contract', 'contract_signature'],
  // Talks about orders and goods are evidence of trade, three years at least.
  ...['chat_talk', 'chat_message'],
  // Records of live streaming and of its sales, three years (直播电商监督管理办法); ids without a name.
  ...['live_question', 'live_viewer', 'live_add'],
  // Swept a week after it was made.
  'data_export',
];

/** A company whose owner's name, phone and address stand wherever the shop writes such a thing. */
async function leaveTraces(): Promise<{ buyer: Account; marks: string[] }> {
  const buyer = await newBuyer();
  const { companyId, userId } = buyer;
  const [name, phone, detail] = ['寻无踪', '13977770001', '无踪路77号'];
  const own = { name, phone, detail, receiver: name };
  await db.execute(sql`update "user" set name = ${name}, phone_number = ${phone}, username = ${phone},
    display_username = ${phone}, wechat = ${name} where id = ${userId}`);
  await db.execute(sql`update address set receiver = ${name}, phone = ${phone}, detail = ${detail}
    where company_id = ${companyId}`);
  await order(db, await accountOf(db, userId), [{ goodsId: plenty, number: 10 }]);
  await db
    .update(orderTable)
    .set({ status: 'completed', completedAt: after(-8 * 86_400_000) })
    .where(eq(orderTable.companyId, companyId));
  const account = await accountOf(db, userId);
  await sign(contextOf(db, account));
  const [other] = await makeBuyers(db, 1);
  for (const row of [
    sql`company_application (company_id, kind, status, data, handed_in_at)
      values (${companyId}, 'first', 'approved', ${JSON.stringify({ ...own, name: '某某药房' })}, now())`,
    sql`invoice_title (company_id, kind, name, tax_no, mobile)
      values (${companyId}, 'ordinary', ${name}, '91', ${phone})`,
    sql`invoice (serial, color, merchant_id, company_id, title, seller, kind, form, gross, net, tax, provider, asked_by,
        asked_by_id)
      values (${`traces-${companyId}`}, 'blue', 1, ${companyId}, ${JSON.stringify({ mail: `${name}@a.cn`, mobile: phone })},
        '{}', 'ordinary', 'net', 113, 100, 13, 'manual', 'buyer', ${userId})`,
    sql`registration (company_id, form, stores) values (${companyId}, 'head', ${JSON.stringify([{ name }])})`,
    sql`feedback (company_id, user_id, kind, text, phone, status, token)
      values (${companyId}, ${userId}, 'order', ${`请找${name}`}, ${phone}, 'open', 'traces')`,
    sql`wanted (company_id, user_id, name, quantity, phone, status, token)
      values (${companyId}, ${userId}, '某某片', 1, ${phone}, 'open', 'traces')`,
    sql`text_choice (user_id, kind, is_on) values (${userId}, 'refund', true)`,
    sql`message_mute (user_id, kind) values (${userId}, 'price')`,
    sql`member_store (user_id, company_id) values (${userId}, ${companyId}), (${other!.userId}, ${companyId})`,
    sql`member_invite (company_id, token_hash, phone, role, invited_by, expires_at)
      values (${companyId}, 'traces', ${phone}, 'buyer', ${userId}, now())`,
    sql`idempotency_key (company_id, key, body_hash, answer)
      values (${companyId}, 'traces', '', ${JSON.stringify(own)})`,
    sql`verification (id, identifier, value, expires_at) values ('traces', 'phone:x', ${userId}, now())`,
    sql`phone_code (purpose, phone, code_hash, expires_at) values ('forget', ${phone}, 'x', now())`,
    sql`demo_sms (phone, body) values (${phone}, '验证码')`,
    sql`demo_mail (address, subject, body) values (${`${name}@a.cn`}, '发票', '发票')`,
    sql`message (company_id, kind, title, body, ref) values (${companyId}, 'company', ${name}, ${phone}, 'traces')`,
    sql`purchase_template (company_id, user_id, name) values (${companyId}, ${userId}, ${`${name}的补货`})`,
    sql`search_history (user_id, keywords) values (${userId}, ${name})`,
  ])
    await db.execute(sql`insert into ${row}`);
  return { buyer: await accountOf(db, userId), marks: [name, phone, detail] };
}

/** Columns of texts in any table in which one of the marks stands. */
async function columnsWith(marks: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select c.table_name as "table", c.column_name as "column" from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and (c.data_type in ('text', 'character varying', 'json', 'jsonb') or c.udt_name = '_text')`);
  const found: string[] = [];
  for (const [table, columns] of Map.groupBy(rows, (row) => row.table)) {
    const has = columns.map(({ column }) => {
      const text = sql`${sql.identifier(column)}::text`;
      const isThere = sql.join(
        marks.map((mark) => sql`strpos(${text}, ${mark}) > 0`),
        sql` or `,
      );
      return sql`coalesce(bool_or(${isThere}), false) as ${sql.identifier(column)}`;
    });
    const [row] = (
      await db.execute<Record<string, boolean>>(
        sql`select ${sql.join(has, sql`, `)} from ${sql.identifier(table)}`,
      )
    ).rows;
    found.push(...columns.flatMap(({ column }) => (row?.[column] ? [`${table}.${column}`] : [])));
  }
  return found.sort();
}

/** How many rows of a company or its person a table has. */
async function rowsOf(table: string, { companyId, userId }: Account): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${sql.identifier(table)} as t
    where to_jsonb(t) ->> 'company_id' = ${String(companyId)} or to_jsonb(t) ->> 'user_id' = ${userId}`);
  return rows[0]?.count ?? 0;
}

describe('asking for it', () => {
  it('waits for what is open, and says what', async () => {
    const buyer = await newBuyer();
    await giveMoney(db, [buyer.companyId], 5);
    const shown = closingWire.parse(await getClosing(contextOf(db, buyer)));
    expect(shown).toMatchObject({ is_free: 0, due_at: '' });
    expect(shown.checks.filter(({ is_met }) => is_met === 0)).toMatchObject([
      { need: 'balance', note: '余额还有¥0.05，请先用完或联系客服退回' },
    ]);
    expect(await refusalOf(begin(buyer))).toMatchObject({ code: 409 });
    const winner = await newBuyer();
    const { companyId, userId } = winner;
    await db.execute(sql`
      with goods as (
        insert into points_goods (kind, name, points, stock, on_from) values ('thing', '伞', 1, 1, now()) returning id
      ), won as (
        insert into points_order (no, company_id, user_id, goods_id, kind, name, quantity, points, money, status)
        select no, ${companyId}, ${userId}, id, 'thing', '伞', 1, 1, 0, status from goods,
          (values ('JC1', 'to_address'), ('JC2', 'to_ship'), ('JC3', 'cancelled'), ('JC4', 'completed')) t (no, status)
        returning no
      )
      select count(*) from won`);
    await db.execute(sql`insert into points_case (order_no, company_id, user_id, reason, token)
      values ('JC4', ${companyId}, ${userId}, '碎了', 'closing')`);
    const open = (await getClosing(contextOf(db, winner))).checks.filter(({ is_met }) => is_met === 0);
    expect(open.map(({ note }) => note)).toEqual([
      '还有2笔积分订单没有完成',
      '还有1件积分商品破损申请没有办完',
    ]);
    expect(await refusalOf(begin(winner))).toMatchObject({ code: 409 });
    const other = await newBuyer();
    await order(db, other, [{ goodsId: plenty, number: 10 }]);
    expect(await refusalOf(begin(other))).toMatchObject({ code: 409 });
    await db
      .update(orderTable)
      .set({ status: 'completed', completedAt: after(-3_600_000) })
      .where(eq(orderTable.companyId, other.companyId));
    const fresh = await getClosing(contextOf(db, other));
    expect(fresh.checks.filter(({ is_met }) => is_met === 0).map(({ need }) => need)).toEqual(['fresh']);
    expect((await getClosing(contextOf(db, other, {}, after(8 * 86_400_000)))).is_free).toBe(1);
    expect(await db.$count(companyClosing)).toBe(0);
  });

  it('is one asking, however often and of how many at once', async () => {
    const buyer = await newBuyer();
    const first = await begin(buyer);
    const again = await Promise.all(Array.from({ length: 4 }, () => begin(buyer, after(60_000))));
    expect(new Set(again.map(({ due_at }) => due_at))).toEqual(new Set([first.due_at]));
    expect(Date.parse(first.due_at) - Date.parse(first.asked_at)).toBe(coolingOff);
    expect(await notifiedTo(buyer)).toEqual(['已申请注销企业账号']);
  });

  it('needs the login password, which is guessed five times at most', async () => {
    const buyer = await newBuyer();
    const guess = () => beginClosing(contextOf(db, buyer), { password: 'wrong', agree: 1 });
    for (let at = 0; at < 5; at++) expect(await refusalOf(guess())).toMatchObject({ code: 422 });
    expect(await refusalOf(guess())).toMatchObject({ code: 429 });
    expect(await refusalOf(begin(buyer))).toMatchObject({ code: 429 });
  });

  it.each([
    ['password=x', '确认须为0或1'],
    ['password=x&agree=0', '请先阅读并确认注销的后果'],
    ['agree=1', '请填写登录密码'],
  ])('refuses %s', async (body, sentence) => {
    const answer = await request(beginCall, { body, cookie: await loginAs('demo') });
    expect([answer.code, answer.message]).toEqual([422, sentence]);
  });

  it('is the owner’s', async () => {
    const cookie = await loginAs('demo-caiwu');
    expect((await request(beginCall, { body: { ...right }, cookie })).code).toBe(403);
    expect((await request(callOffCall, { body: '', cookie })).code).toBe(403);
    expect((await request(closingCall, { cookie })).code).toBe(403);
    expect((await request(closingCall)).code).toBe(401);
  });
});

describe('within the seven days', () => {
  it('it can be called off, once or twice, and asked for anew', async () => {
    const buyer = await newBuyer();
    await begin(buyer);
    for (let round = 0; round < 2; round++)
      expect(await callOffClosing(contextOf(db, buyer))).toMatchObject({ due_at: '' });
    await closeCompanies(db, over());
    expect(await stateOf(buyer)).toBe('approved');
    await begin(buyer);
    expect(await notifiedTo(buyer)).toEqual(['已申请注销企业账号', '已撤回注销申请', '已申请注销企业账号']);
  });

  it('nothing happens before they are over', async () => {
    const buyer = await newBuyer();
    const asked = new Date();
    await begin(buyer, asked);
    await closeCompanies(db, new Date(asked.getTime() + coolingOff - 1000));
    expect(await stateOf(buyer)).toBe('approved');
  });

  it('another company’s asking is not called off', async () => {
    const [buyer, stranger] = [await newBuyer(), await newBuyer()];
    await begin(buyer);
    expect(await callOffClosing(contextOf(db, stranger))).toMatchObject({ due_at: '' });
    expect((await getClosing(contextOf(db, buyer))).due_at).not.toBe('');
  });
});

describe('when they are over', () => {
  it('the company is closed: sessions end, nobody logs in, phone and code are free again', async () => {
    const buyer = await newBuyer();
    await db.insert(session).values({
      id: `s-${buyer.userId}`,
      token: `t-${buyer.userId}`,
      userId: buyer.userId,
      expiresAt: after(60_000),
    });
    const code = `9144${buyer.companyId}`;
    await db.update(company).set({ creditCode: code }).where(eq(company.id, buyer.companyId));
    await begin(buyer);
    await Promise.all([closeCompanies(db, over()), closeCompanies(db, over())]);
    expect(await stateOf(buyer)).toBe('closed');
    expect(await db.$count(session, eq(session.userId, buyer.userId))).toBe(0);
    expect(await findLogin(db, buyer.username)).toBeNull();
    const [person] = await db.select().from(user).where(eq(user.id, buyer.userId));
    expect(person).toMatchObject({ name: '已注销用户', phoneNumber: null });
    const [row] = await db.select().from(company).where(eq(company.id, buyer.companyId));
    expect(row?.creditCode).toBeNull();
    const [kept] = await db
      .select()
      .from(companyClosing)
      .where(eq(companyClosing.companyId, buyer.companyId));
    expect(kept).toMatchObject({ creditCode: code, calledOffAt: null });
    expect(kept?.closedAt).not.toBeNull();
  });

  it('no table knows name, phone or address of its people but what the law asks to be kept', async () => {
    const { buyer, marks } = await leaveTraces();
    expect(await columnsWith(marks)).toEqual(
      expect.arrayContaining(['address.detail', 'feedback.phone', 'trade.address', 'user.phone_number']),
    );
    await begin(buyer);
    await closeCompanies(db, over());
    expect(await stateOf(buyer)).toBe('closed');
    // The record of a sale says where it went. Nothing else.
    expect(await columnsWith(marks)).toEqual(['trade.address']);
    for (const table of erasedTables) expect([table, await rowsOf(table, buyer)]).toEqual([table, 0]);
  });

  it('every table of people and companies is emptied of them, or named as kept', async () => {
    const { rows } = await db.execute<{ table_name: string }>(sql`
      select distinct c.table_name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name in ('company_id', 'user_id')`);
    expect(rows.map(({ table_name }) => table_name).sort()).toEqual([...erasedTables, ...keptTables].sort());
  });

  it('it is called off by itself where something came up meanwhile, and told', async () => {
    const buyer = await newBuyer();
    await begin(buyer);
    await giveMoney(db, [buyer.companyId], 100);
    await closeCompanies(db, over());
    expect(await stateOf(buyer)).toBe('approved');
    expect(await notifiedTo(buyer)).toEqual(['已申请注销企业账号', '账号没有注销']);
    expect((await getClosing(contextOf(db, buyer))).due_at).toBe('');
  });

  it('ends one way when it is called off at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const buyer = await newBuyer();
      await begin(buyer);
      await Promise.all([closeCompanies(db, over()), callOffClosing(contextOf(db, buyer))]);
      const [row] = await db
        .select()
        .from(companyClosing)
        .where(eq(companyClosing.companyId, buyer.companyId));
      expect([row?.closedAt === null, row?.calledOffAt === null].filter(Boolean)).toHaveLength(1);
      expect(await stateOf(buyer)).toBe(row?.closedAt === null ? 'approved' : 'closed');
    }
  });

  it('an order that is placed at the same moment keeps the account, or comes after its end', async () => {
    for (let round = 0; round < 3; round++) {
      const buyer = await newBuyer();
      await begin(buyer);
      await Promise.allSettled([
        order(db, await accountOf(db, buyer.userId), [{ goodsId: plenty, number: 10 }]),
        closeCompanies(db, over()),
      ]);
      const [row] = await db
        .select()
        .from(companyClosing)
        .where(eq(companyClosing.companyId, buyer.companyId));
      expect((await stateOf(buyer)) === 'closed').toBe(row?.closedAt !== null);
      expect(row?.closedAt === null).toBe(row?.calledOffAt !== null);
    }
  });
});
