/** The audit log and today's work at the desks: found by what one asks for, and each side sees its own. */

import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { users } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { maxDeskRows } from '#lib/contract/constants.ts';
import type { ListAnswer, RowOf } from '#lib/contract/desk/list.ts';
import { audit as log } from '#lib/contract/desk/lists/audit.ts';
import { findDeskRoute } from '#lib/contract/routes.ts';
import { buyerActor, merchantActor, staffActor } from '#lib/rules/companies/actors.ts';
import { merchantRoles, platformRoles } from '#lib/rules/companies/staff.ts';
import { auditActs, auditActText, auditSubjects, auditSubjectText } from '#lib/rules/site/audit-acts.ts';
import type { Context } from '#lib/server/core/context.ts';
import { user } from '#lib/server/db/schema.ts';
import { listToday } from '#lib/server/desk/today.ts';
import { writeAudit } from '#lib/server/ledgers/audit-rows.ts';
import { addStaff, disableStaff } from '#lib/server/staff/people.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { byCommand, person } from '#tests/support/desk-people.ts';
import { makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';
import { queryTexts } from '#tests/support/queries.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const audit = routeOf(api.audit);

const { db, pool } = await testDatabase();
const merchant = (merchantId: number): Context<'merchant'> => ({
  db,
  now: new Date(),
  actor: { kind: 'merchant', name: 'boss', merchantId },
  requestId: 'test',
});
const nothing = { who: '', act: '', subject: '', key: '', from: '', to: '', after: '', size: 50 };
type AuditList = ListAnswer<RowOf<typeof log>>;
const listAudit = (context: Context<'staff'>, input: Partial<typeof nothing>) => askList(context, log, input);
const said = ({ rows }: AuditList) => rows.map(({ act, key, who }) => `${act} ${key} ${who}`);

beforeAll(async () => {
  await db.transaction(async (tx) => {
    const entry = { act: 'order.ship', subject: 'order', before: null } as const;
    const day = (text: string) => new Date(`${text}T12:00:00+08:00`);
    for (let nth = 1; nth <= 60; nth++)
      await writeAudit(tx, staffActor('何一', `r${nth}`), {
        ...entry,
        key: `D${nth}`,
        after: { nth },
        at: day('2026-03-01'),
      });
    await writeAudit(tx, merchantActor('ming', 5, 'm5'), {
      ...entry,
      key: 'M5',
      after: {},
      at: day('2026-03-02'),
    });
    await writeAudit(tx, merchantActor('ling', 6, 'm6'), {
      ...entry,
      key: 'M6',
      after: {},
      at: day('2026-03-03'),
    });
  });
});

describe('the audit log', () => {
  it('is found by who, what, on what and when, the newest first', async () => {
    const find = (input: Partial<typeof nothing>) =>
      listAudit(byStaff(db), { ...nothing, ...input }).then(said);
    expect(await find({ who: 'ming' })).toEqual(['order.ship M5 ming']);
    expect(await find({ subject: 'order', key: 'D7' })).toEqual(['order.ship D7 何一']);
    expect(await find({ act: 'order.ship', from: '2026-03-02', to: '2026-03-03' })).toEqual([
      'order.ship M6 ling',
      'order.ship M5 ming',
    ]);
    expect(await find({ from: '2026-03-02', to: '2026-03-02' })).toEqual(['order.ship M5 ming']);
    await expect(find({ act: 'no.such' })).rejects.toThrow('没有“no.such”这个操作');
    expect(await find({ who: "' or 1=1 --" })).toEqual([]);
    const [entry] = (await listAudit(byStaff(db), { ...nothing, key: 'D60' })).rows;
    expect(entry).toMatchObject({
      side: '平台',
      act: 'order.ship',
      subject: 'order',
      change: 'nth：60',
      request_id: 'r60',
      before: '',
    });
    expect(JSON.parse(entry?.after ?? '')).toEqual({ nth: 60 });
  });

  it('calls a buyer by their name, to the platform alone, and finds them by it', async () => {
    const [owner] = await db.select().from(user).where(eq(user.id, users.demo));
    await db.transaction((tx) =>
      writeAudit(tx, buyerActor({ userId: users.demo }, 'b1'), {
        act: 'member.invite',
        subject: 'member',
        key: 'invite:named',
        before: null,
        after: {},
        merchantId: 8,
        at: new Date(),
      }),
    );
    const input = { ...nothing, key: 'invite:named' };
    const byName = await listAudit(byStaff(db), { ...input, who: owner?.name ?? '' });
    expect(byName.rows).toEqual([expect.objectContaining({ who: owner?.name })]);
    expect((await listAudit(byStaff(db), { ...input, who: users.demo })).total).toBe(1);
    expect((await listAudit(merchant(8), input)).rows).toEqual([
      expect.objectContaining({ who: users.demo, side: '买家' }),
    ]);
    expect((await listAudit(merchant(8), { ...input, who: owner?.name ?? '' })).total).toBe(0);
  });

  it('comes in pages, and is counted', async () => {
    const input = { ...nothing, who: '何一', act: 'order.ship' };
    const first = await listAudit(byStaff(db), input);
    const second = await listAudit(byStaff(db), { ...input, after: first.next ?? '' });
    expect([first.total, first.rows.length, second.rows.length, second.next]).toEqual([60, 50, 10, null]);
    expect((await listAudit(byStaff(db), { ...input, size: 1_000 })).rows).toHaveLength(60);
  });

  it('is counted no further than a bound', async () => {
    await pool.query(`insert into audit_log (actor, actor_id, request_id, act, subject, subject_key, at)
      select 'platform', 'many', '', 'order.ship', 'order', n, now() from generate_series(1, ${maxDeskRows + 30}) n`);
    const many = await listAudit(byStaff(db), { ...nothing, who: 'many' });
    expect([many.total, many.is_more, many.sums]).toEqual([maxDeskRows, 1, null]);
  });

  it('shows a merchant’s people their own side', async () => {
    expect(said(await listAudit(merchant(5), nothing))).toEqual(['order.ship M5 ming']);
    expect(await listAudit(merchant(7), nothing)).toMatchObject({ rows: [], total: 0 });
    // What the platform does to their accounts is theirs to read as well, not to another's.
    const { id } = await addStaff(byCommand(db), { username: 'audit.seven', role: 'goods', merchantId: 7 });
    await disableStaff(byStaff(db), { id });
    expect(said(await listAudit(merchant(7), nothing))).toEqual([
      `staff.disable ${id} 何一`,
      `staff.add ${id} 何一`,
    ]);
    expect((await listAudit(merchant(8), { ...nothing, key: String(id) })).rows).toEqual([]);
  });

  it('is there for administrators only', async () => {
    const admin = await person(db, 'log.admin', 'admin');
    const boss = await person(db, 'log.boss', 'admin', 5);
    const clerk = await person(db, 'log.clerk', 'finance');
    const path = '/api/desk/audit';
    const ask = (cookie: string, query = '') =>
      request<AuditList>(audit, { path: `${path}${query}`, cookie });
    expect(await ask('')).toMatchObject({ code: 404 });
    expect(await ask(await loginAs('demo'))).toMatchObject({ code: 404 });
    expect(await ask(clerk.cookie)).toMatchObject({ code: 403, message: /不能查看审计日志/ });
    expect((await ask(boss.cookie, '?who=ling')).data.rows).toEqual([]);
    expect(said((await ask(boss.cookie, '?who=ming')).data)).toEqual(['order.ship M5 ming']);
    expect((await ask(admin.cookie, '?key=M6')).data.total).toBe(1);
    for (const [query, field] of [
      ['?from=2026-13-01', 'from'],
      ['?to=yesterday', 'to'],
      ['?sort=side', 'sort'],
      ['?after=x', 'after'],
      ['?size=1001', 'size'],
      [`?who=${'x'.repeat(51)}`, 'who'],
    ] as const)
      expect.soft(await ask(admin.cookie, query), query).toMatchObject({
        code: 422,
        data: { errors: { [field]: [expect.any(String)] } },
      });
  });

  it('has a word in Chinese for whatever is written down', async () => {
    // The database writes some acts itself.
    await pool.query(`update site_setting set value = '"400"' where key = 'hotLine'`);
    const { rows } = await pool.query<{ act: string; subject: string }>(
      `select distinct act, subject from audit_log`,
    );
    for (const { act, subject } of rows) {
      expect.soft(auditActText(act), act).toMatch(/\p{Script=Han}/u);
      expect.soft(auditSubjectText(subject), subject).toMatch(/\p{Script=Han}/u);
    }
    for (const act of auditActs) expect.soft(auditActText(act)).toMatch(/\p{Script=Han}/u);
    for (const subject of auditSubjects) expect.soft(auditSubjectText(subject)).toMatch(/\p{Script=Han}/u);
    for (const other of ['order.fly', 'constructor']) {
      expect(auditActText(other)).toBe(other);
      expect(auditSubjectText(other)).toBe(other);
    }
  });
});

describe('today', () => {
  const counts = async (context: Context<'staff'>) =>
    Object.fromEntries((await listToday(context)).map(({ title, count }) => [title, count]));
  const one = async (sql: string): Promise<number> => (await pool.query(sql)).rows[0].count;

  it('counts what the tables hold, and leads only where there is a page', async () => {
    const before = await counts(byStaff(db));
    expect(before).toMatchObject({
      待审核企业: await one(`select count(*)::int from company where status in ('reviewing', 'changing')`),
      未答复的求购: await one(`select count(*)::int from wanted where status = 'open'`),
      控销申请: await one(`select count(*)::int from controlled_grant where status = 'agreed'`),
    });
    expect(before.待审核企业).toBeGreaterThan(0);
    const [buyer] = await makeBuyers(db, 1, 1_000_000);
    if (buyer === undefined) throw new Error('no buyer was made');
    const goodsId = await makeGoods(db, 1591, 100);
    const made = await order(db, buyer, [{ goodsId, number: 10 }]);
    await pay(db, buyer, made.trade_no);
    expect(await counts(byStaff(db))).toMatchObject({
      待发货订单: (before.待发货订单 ?? 0) + 1,
      超时未发货: before.超时未发货,
    });
    await pool.query(`update "order" set paid_at = now() - interval '49 hours' where trade_no = $1`, [
      made.trade_no,
    ]);
    const today = await listToday(byStaff(db));
    expect(today.find(({ title }) => title === '超时未发货')).toMatchObject({
      count: (before.超时未发货 ?? 0) + 1,
      since: expect.any(Date),
    });
    for (const { title, href } of today)
      if (href !== null) expect.soft(findDeskRoute(href)?.who, title).toMatch(/^(platform|staff)$/);
    const own = Number(
      (await pool.query(`select merchant_id from goods where id = $1`, [goodsId])).rows[0].merchant_id,
    );
    expect(Object.keys(await counts(merchant(own)))).toEqual([
      '超时未发货',
      '待发货订单',
      '买家催发货',
      '质量待处理',
      '物流停滞或异常',
      '拒收待处理',
      '待处理售后',
      '待回复会话',
      '今天的直播',
      '直播间待回答',
      '买家索取首营资料',
      '首营资料到期',
      '商家证照到期',
      '待确认报价',
      '待复核的批量修改',
      '待确认对账单',
      '待处理发票',
      '待处理冲红',
      '开票登录或额度',
      '待盖章合同',
      '票账货款不符',
      '待答复的控销申请',
      '待答复的积分任务',
    ]);
    for (const { title, href } of await listToday(merchant(own)))
      if (href !== null) expect.soft(findDeskRoute(href)?.who, title).toMatch(/^(merchant|staff)$/);
    expect((await counts(merchant(own))).超时未发货).toBe(1);
    expect((await counts(merchant(own + 1))).超时未发货).toBe(0);
  });

  it('makes a query for what a role is shown, and none for anything else', async () => {
    const platform = byStaff(db);
    const asked = async (context: Context<'staff'>) => {
      let shown = 0;
      const texts = await queryTexts(async () => {
        shown = (await listToday(context)).length;
      });
      return { shown, texts };
    };
    for (const role of platformRoles) {
      const { shown, texts } = await asked({ ...platform, actor: { ...platform.actor, role } });
      expect.soft(texts, role).toHaveLength(shown);
    }
    for (const role of merchantRoles) {
      const context = merchant(1);
      const { shown, texts } = await asked({ ...context, actor: { ...context.actor, role } });
      expect.soft(texts, role).toHaveLength(shown);
    }
    const { texts } = await asked({ ...platform, actor: { ...platform.actor, role: 'marketing' } });
    expect(texts.join()).not.toMatch(/refund|bank_transfer|invoice/);
  });
});
