/** A company's own data as a file: made in the background, for its owners alone, swept. */

import { eq, sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { companies, goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { ExportWire } from '#lib/contract/own-data.ts';
import { exportKept } from '#lib/rules/companies/closing.ts';
import {
  dataExport,
  liveQuestion,
  message,
  ownerChange,
  passkey,
  tableMapping,
  waitingAct,
} from '#lib/server/db/schema.ts';
import { beginExport, exportAddress, getExport } from '#lib/server/own-data/exports.ts';
import { makeExports, sweepExports } from '#lib/server/own-data/make.ts';
import { openFiles } from '#lib/server/ports/files/store.ts';
import { contextOf as demoContext } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeRoom } from '#tests/support/live.ts';
import { contextOf, makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';
import { callHandler, loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { giveChance, openedWheel, prize } from '#tests/support/wheels.ts';
import { GET as file } from '../../src/pages/file/export/[token].ts';

const begin = routeOf(api.beginExport);
const look = routeOf(api.dataExport);

const { db } = await testDatabase();
const tokenOf = ({ url }: ExportWire) => url.split('/').at(-1) ?? '';
const later = (ms: number) => new Date(Date.now() + ms);
const see = async (token: string, cookie: string) =>
  (await callHandler(file, { params: { token }, cookie })).status;

describe('an export', () => {
  it('holds the company’s orders, ledgers and papers, and nothing of another', async () => {
    const [buyer, stranger] = await makeBuyers(db, 2, 1_000_000);
    const goods = await makeGoods(db, goodsPlain, 100);
    const mine = await order(db, buyer!, [{ goodsId: goods, number: 10 }]);
    await pay(db, buyer!, mine.trade_no);
    const theirs = await order(db, stranger!, [{ goodsId: goods, number: 10 }]);
    await db.insert(passkey).values(
      [buyer!, stranger!].map(({ userId }) => ({
        userId,
        credentialId: `key of ${userId}`,
        publicKey: 'x',
        counter: 0,
        transports: [],
        name: `设备${userId}`,
        createdAt: new Date(),
      })),
    );
    await db.insert(tableMapping).values({
      companyId: buyer!.companyId,
      ...{ kind: 'purchase', heads: 'a'.repeat(64), keys: ['code', '', 'quantity'] },
    });
    await db.insert(ownerChange).values(
      [buyer!, stranger!].map(({ userId, companyId }, at) => ({
        ...{
          userId,
          companyId,
          fromPhone: '',
          toPhone: `1370008000${at}`,
          reason: '手机遗失',
          askedBy: '何一',
        },
      })),
    );
    await db.insert(waitingAct).values({
      companyId: buyer!.companyId,
      ...{ kind: 'balance', amount: 1234, reason: '运费多收', askedBy: '何一', createdAt: new Date() },
    });
    const roomId = await makeRoom(db);
    await db.insert(liveQuestion).values(
      [buyer!, stranger!].map(({ companyId, userId }) => ({
        ...{ roomId, companyId, userId, clientId: 'export-question', text: `直播问${companyId}` },
      })),
    );
    const { id: wheelId } = await openedWheel(db, [prize('points', 1), prize('nothing', 9)]);
    await giveChance(db, wheelId, buyer!.companyId, 7);
    await giveChance(db, wheelId, stranger!.companyId, 8);
    await db.execute(sql`
      insert into points_task (title, kind, points, chances, payer, starts_at, token, created_by)
      values ('扫码', 'scan', 5, 0, 'platform', now(), 'export-task', '')`);
    for (const { companyId, userId } of [buyer!, stranger!])
      await db.execute(sql`
        with goods as (
          insert into points_goods (kind, name, points, stock, on_from) values ('thing', '伞', 1, 1, now()) returning id
        ), redeemed as (
          insert into points_order (no, company_id, user_id, goods_id, kind, name, quantity, points, money, status)
          select ${`JE${companyId}`}, ${companyId}, ${userId}, id, 'thing', '伞', 1, 1, 0, 'completed' from goods
          returning no
        ), damaged as (
          insert into points_case (order_no, company_id, user_id, reason, token)
          select no, ${companyId}, ${userId}, ${`碎了${companyId}`}, 'export' from redeemed
        )
        insert into points_task_done (task_id, company_id, source, month)
        select id, ${companyId}, ${`order:${companyId}`}, ${companyId === buyer!.companyId ? '2026-11' : '2026-10'}
        from points_task where token = 'export-task'`);
    for (const { companyId, userId } of [buyer!, stranger!])
      await db.execute(sql`
        with talk as (insert into chat_talk (company_id, last_seq) values (${companyId}, 2) returning id)
        insert into chat_message (talk_id, seq, sender, user_id, name, client_id, text, state, recalled_at)
        select id, seq, 'buyer', ${userId}, '我', 'export-' || seq, text || ${userId}, state, at from talk, (values
          (1, '问', 'sent', null::timestamptz), (2, '收回', 'recalled', now())) as m (seq, text, state, at)`);
    const context = contextOf(db, buyer!);
    expect(await getExport(context)).toMatchObject({ state: 'none', url: '' });
    const asked = await Promise.all(Array.from({ length: 4 }, () => beginExport(context)));
    expect(asked.map(({ state }) => state)).toEqual(['making', 'making', 'making', 'making']);
    expect(await db.$count(dataExport, eq(dataExport.companyId, buyer!.companyId))).toBe(1);
    expect(await makeExports(db, new Date())).toEqual({ done: 1, failed: 0 });
    const ready = await getExport(context);
    expect(ready).toMatchObject({ state: 'ready', percent: 100 });
    const bytes = await (await openFiles()).find(exportAddress(tokenOf(ready)), 'stored');
    expect(bytes?.byteLength).toBe(ready.bytes);
    const files = unzipSync(new Uint8Array(bytes!));
    const textOf = (name: string) => strFromU8(files[name]!);
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        '订单.csv',
        '订单商品.csv',
        '余额明细.csv',
        '积分明细.csv',
        '积分订单.csv',
        '抽奖记录.csv',
        '资质.csv',
      ]),
    );
    const no = mine.orders[0]!.no;
    expect(textOf('订单.csv')).toContain(no);
    expect(textOf('订单商品.csv')).toContain(no);
    expect(textOf('余额明细.csv')).toContain('订单支付');
    expect(textOf('抽奖机会.csv')).toMatch(/测试转盘,平台赠送,7,0,/);
    expect(textOf('抽奖机会.csv')).not.toContain(',8,0,');
    expect(textOf('完成的任务.csv')).toMatch(/扫码收货,\t2026-11,/);
    expect(textOf('完成的任务.csv')).not.toContain('2026-10');
    expect(textOf('积分商品破损申请.csv')).toContain(`碎了${buyer!.companyId},待处理`);
    expect(textOf('积分商品破损申请.csv')).not.toContain(`碎了${stranger!.companyId}`);
    expect(textOf('通行密钥.csv')).toContain(`设备${buyer!.userId}`);
    expect(textOf('通行密钥.csv')).not.toContain(`设备${stranger!.userId}`);
    expect(textOf('成员.csv')).toContain(`采购,${buyer!.username}`);
    expect(textOf('成员.csv')).not.toContain(stranger!.username);
    expect(textOf('更换负责人手机.csv')).toMatch(/13700080000,手机遗失,待复核/);
    expect(textOf('更换负责人手机.csv')).not.toContain('13700080001');
    expect(textOf('平台办理事项.csv')).toMatch(/余额调整,12\.34,待复核/);
    expect(textOf('在线客服.csv')).toContain(`问${buyer!.userId}`);
    expect(textOf('在线客服.csv')).toMatch(/我,,,,已撤回/);
    expect(textOf('在线客服.csv')).not.toContain(stranger!.userId);
    expect(textOf('直播提问.csv')).toContain(`直播问${buyer!.companyId},等待主播选答`);
    expect(textOf('直播提问.csv')).not.toContain(`直播问${stranger!.companyId}`);
    expect(textOf('表格列设置.csv')).toMatch(/采购清单,条码或批准文号、不读取、/);
    // Who works at the desk is no data of the company's.
    for (const name of Object.keys(files).filter((one) => one.endsWith('.csv')))
      expect.soft(textOf(name), name).not.toContain('何一');
    for (const name of Object.keys(files).filter((one) => one.endsWith('.csv')))
      expect.soft(textOf(name), name).not.toContain(theirs.orders[0]!.no);
    expect(await db.$count(message, eq(message.companyId, buyer!.companyId))).toBeGreaterThan(0);
    expect(await makeExports(db, new Date())).toEqual({ done: 0, failed: 0 });
  });

  it('is there for who manages its company, for nobody else, and swept when its days are over', async () => {
    const context = await demoContext(db, 'demo');
    await beginExport(context);
    await makeExports(db, new Date());
    const cookie = await loginAs('demo');
    const { data: ready } = await request<ExportWire>(look, { path: '/api/user/export', cookie });
    const token = tokenOf(ready);
    const answer = await callHandler(file, { params: { token }, cookie });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(strFromU8(files['资质.csv']!)).toContain('药品经营许可证');
    expect(await see(token, '')).toBe(404);
    expect(await see(token, await loginAs('other'))).toBe(404);
    expect(await see(token, await loginAs('demo-caiwu'))).toBe(404);
    expect(await see('x'.repeat(32), cookie)).toBe(404);
    for (const name of ['demo-caiwu', 'demo-zhidu'] as const) {
      const foreign = await loginAs(name);
      expect.soft((await request(begin, { method: 'POST', cookie: foreign })).code).toBe(403);
      expect.soft((await request(look, { path: '/api/user/export', cookie: foreign })).code).toBe(403);
    }
    expect((await request(begin, { method: 'POST', cookie: '' })).code).toBe(401);

    // A newer one stands in for it.
    await beginExport(context);
    await makeExports(db, new Date());
    await sweepExports(db, new Date());
    expect(await see(token, cookie)).toBe(404);
    expect(await (await openFiles()).find(exportAddress(token), 'stored')).toBeUndefined();
    const newer = tokenOf(await getExport(context));
    expect(await see(newer, cookie)).toBe(200);
    await sweepExports(db, later(exportKept - 60_000));
    expect(await see(newer, cookie)).toBe(200);
    await sweepExports(db, later(exportKept + 60_000));
    expect(await (await openFiles()).find(exportAddress(newer), 'stored')).toBeUndefined();
    expect(await getExport(context)).toMatchObject({ state: 'none' });
    await beginExport(context);
    await makeExports(db, new Date());
    await expect(beginExport(context)).rejects.toMatchObject({ code: 429 });
    expect(await db.$count(dataExport, eq(dataExport.companyId, companies.demo))).toBe(3);
  });
});
