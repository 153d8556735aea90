/** Accounts of what happened: who did what stands beside every act, in the same transaction, and stays there. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { companies, goodsControlled, goodsPlain, users } from '#demo/seed/known.ts';
import { grants as grantList } from '#lib/contract/desk/lists/grants.ts';
import { papers } from '#lib/contract/desk/lists/papers.ts';
import { createTaskInput } from '#lib/contract/tasks.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { approveCompany } from '#lib/server/companies/approve.ts';
import { getCompanyFile } from '#lib/server/companies/companies.ts';
import { freezeCompany, unfreezeCompany } from '#lib/server/companies/freeze.ts';
import { agreeGrant, approveGrant, refuseGrant, withdrawGrantRow } from '#lib/server/companies/grants.ts';
import { remindPaper } from '#lib/server/companies/papers.ts';
import { setPrice } from '#lib/server/companies/prices.ts';
import { setCompanyTerms } from '#lib/server/companies/terms.ts';
import { sealAtDesk, sendContract, voidContract } from '#lib/server/contracts/desk.ts';
import {
  getContractRule,
  getTemplates,
  publishTemplate,
  setContractRule,
} from '#lib/server/contracts/desk-texts.ts';
import type { Context } from '#lib/server/core/context.ts';
import { passAct } from '#lib/server/countersign/countersign.ts';
import {
  auditLog,
  contract,
  invoice,
  orderEvent,
  order as orders,
  siteSetting,
  waitingAct,
} from '#lib/server/db/schema.ts';
import { setDutyPhone } from '#lib/server/desk/notices.ts';
import { pauseWheel, resumeWheel } from '#lib/server/draws/pause.ts';
import { importCatalogue } from '#lib/server/engines/import/import.ts';
import { answerFeedback } from '#lib/server/feedback/answer.ts';
import { sendFeedback } from '#lib/server/feedback/feedback.ts';
import { noteFlow } from '#lib/server/flows/notes.ts';
import { addInvoiceFile, enterInvoice, redDeskInvoice } from '#lib/server/invoices/desk-acts.ts';
import { retryInvoice, voidInvoice } from '#lib/server/invoices/list-acts.ts';
import { getInvoiceSeller, saveInvoiceSeller } from '#lib/server/invoices/sellers.ts';
import { stopLetter } from '#lib/server/letters/send.ts';
import { countLetter, writeToCompany, writeToFound } from '#lib/server/letters/write.ts';
import { applyForControlled } from '#lib/server/merchants/controlled.ts';
import { rejectOrder } from '#lib/server/orders/approve.ts';
import { cancelMyOrder } from '#lib/server/orders/change.ts';
import { cancelOverdue, completeOverdue } from '#lib/server/orders/due.ts';
import { getMyOrder } from '#lib/server/orders/read.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { createTask, resumeTask, stopTask } from '#lib/server/points/task-desk.ts';
import { correctParcel } from '#lib/server/shipping/correct-parcel.ts';
import { getDeskOrder } from '#lib/server/shipping/orders.ts';
import { receiveOrder } from '#lib/server/shipping/receive.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { answerWanted } from '#lib/server/wanted/answer.ts';
import { byStaff, contextOf as demoContext, staff } from '#tests/support/context.ts';
import { makeSigner, signAll } from '#tests/support/contracts.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { askedInvoice, invoiceOf, makeSeller, makeTaxed } from '#tests/support/invoices.ts';
import { contextOf, makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';
import { openedWheel, prize } from '#tests/support/wheels.ts';

const { db, pool } = await testDatabase();
const day = 86_400_000;
const now = new Date();

async function placed(): Promise<{ buyer: Account; no: string; tradeNo: string }> {
  const [buyer] = await makeBuyers(db, 1, 1_000_000);
  const made = await order(db, buyer!, [{ goodsId: await makeGoods(db, goodsPlain, 100), number: 10 }]);
  return { buyer: buyer!, no: made.orders[0]!.no, tradeNo: made.trade_no };
}

async function actorsOf(no: string): Promise<string[]> {
  const rows = await db.select().from(orderEvent).where(eq(orderEvent.orderNo, no)).orderBy(orderEvent.id);
  return rows.map((row) => `${row.toStatus} ${row.actor} ${row.actorId} ${row.requestId}`.trim());
}

function auditOf(subject: string, key: string | number) {
  return db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject, subject), eq(auditLog.subjectKey, String(key))))
    .orderBy(auditLog.id);
}

describe('events of an order name the person', () => {
  it('who bought and called off', async () => {
    const { buyer, no } = await placed();
    await cancelMyOrder(contextOf(db, buyer), { no });
    expect(await actorsOf(no)).toEqual([
      `to_pay buyer ${buyer.userId} test`,
      `cancelled buyer ${buyer.userId} test`,
    ]);
  });

  it('who paid, who shipped, who wrote down the arrival', async () => {
    const { buyer, no, tradeNo } = await placed();
    await pay(db, buyer, tradeNo);
    await shipOrder(byStaff(db, now), { no });
    await receiveOrder(byStaff(db, now), { no });
    expect((await actorsOf(no)).slice(1)).toEqual([
      `to_ship buyer ${buyer.userId} test`,
      'to_receive platform 何一 test',
      'completed platform 何一 test',
    ]);
  });

  it('the job, where time did it', async () => {
    const late = await placed();
    await cancelOverdue(db, new Date(Date.now() + day));
    expect((await actorsOf(late.no)).at(-1)).toBe('cancelled system cancelOverdue');
    const sent = await placed();
    await pay(db, sent.buyer, sent.tradeNo);
    await shipOrder(byStaff(db, now), { no: sent.no });
    await completeOverdue(db, new Date(Date.now() + 11 * day));
    expect((await actorsOf(sent.no)).at(-1)).toBe('completed system completeOverdue');
  });

  it('and buyers read none of it', async () => {
    const { buyer, no, tradeNo } = await placed();
    await pay(db, buyer, tradeNo);
    await shipOrder(byStaff(db, now), { no });
    await refundOrder(byStaff(db, now), { no, reason: '破损' });
    const wire = JSON.stringify(await getMyOrder(contextOf(db, buyer), { no }));
    expect(wire).not.toContain(staff.id);
    expect(wire).not.toContain(buyer.userId);
    expect(wire).not.toContain('platform');
  });
});

describe('the audit log', () => {
  it('holds what the desk did to an order: who, before, after, in which run', async () => {
    const { buyer, no, tradeNo } = await placed();
    await pay(db, buyer, tradeNo);
    await shipOrder(byStaff(db, now), { no });
    await refundOrder(byStaff(db, now), { no, reason: '破损' });
    expect(await auditOf('order', no)).toMatchObject([
      {
        act: 'order.ship',
        actor: 'platform',
        actorId: '何一',
        requestId: 'test',
        before: { [no]: { status: 'to_ship' } },
        after: { [no]: { status: 'to_receive' } },
      },
      {
        act: 'order.refund',
        before: { [no]: { refunded: 0 } },
        after: { done: { refunded: { pieces: 10 } } },
      },
    ]);
  });

  it('has no entry of what was refused, and nothing happens without its entry', async () => {
    const { no } = await placed();
    await expect(shipOrder(byStaff(db, now), { no })).rejects.toThrow('不能发货');
    await expect(
      rejectOrder(
        { ...byStaff(db, now), actor: { kind: 'platform', name: '', merchantId: null } },
        { no, reason: '试' },
      ),
    ).rejects.toThrow();
    expect(await auditOf('order', no)).toEqual([]);
    expect(await actorsOf(no)).toHaveLength(1);
    await rejectOrder(byStaff(db, now), { no, reason: '试' });
    expect(await auditOf('order', no)).toMatchObject([{ act: 'order.reject' }]);
  });

  it('holds approvals of companies, decisions on grants, reminders and answers', async () => {
    // Of many at once one does it.
    const tries = await Promise.allSettled(
      Array.from({ length: 4 }, () => approveCompany(byStaff(db, now), { who: 'pending' })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 409 });
    expect(await auditOf('company', companies.pending)).toMatchObject([
      { act: 'company.approve', before: { status: 'reviewing' }, after: { status: 'approved' } },
    ]);
    const demo = await demoContext(db, 'demo');
    await applyForControlled(demo, { goods_id: goodsControlled, note: '门店需要' });
    await applyForControlled(demo, { goods_id: goodsControlled, note: '再说一遍' });
    await refuseGrant(byStaff(db, now), { who: 'demo', goodsId: goodsControlled, reason: '材料不全' });
    await applyForControlled(demo, { goods_id: goodsControlled, note: '' });
    const seen = (await askList(byStaff(db, now), grantList, { status: 'applied', sort: '-created_at' }))
      .rows[0]!;
    const { rows: owners } = await pool.query('select merchant_id from goods where id = $1', [
      goodsControlled,
    ]);
    const { actor: shopActor, ...shop } = byStaff(db, now);
    await agreeGrant(
      { ...shop, actor: { ...shopActor, kind: 'merchant', name: '何二', merchantId: owners[0].merchant_id } },
      { id: seen.id, created_at: seen.created_at },
    );
    await approveGrant(byStaff(db, now), { who: 'demo', goodsId: goodsControlled });
    const [granted] = (await askList(byStaff(db, now), grantList, { sort: '-created_at' })).rows;
    const { id, created_at } = granted!;
    await withdrawGrantRow(byStaff(db, now), { id, created_at, reason: '串货' });
    const grants = await auditOf('grant', `${companies.demo}:${goodsControlled}`);
    expect(grants.map(({ act, actorId }) => `${act} ${actorId}`)).toEqual([
      `grant.apply ${users.demo}`,
      'grant.refuse 何一',
      `grant.apply ${users.demo}`,
      'grant.agree 何二',
      'grant.approve 何一',
      'grant.withdraw 何一',
    ]);
    const { rows } = await askList(byStaff(db, now), papers);
    const lapsing = rows.find((row) => row.company_id === companies.demo)!.id;
    await remindPaper(byStaff(db, now), { id: lapsing });
    expect(await auditOf('paper', lapsing)).toMatchObject([
      { act: 'paper.remind', actorId: '何一', after: { companyId: companies.demo, kind: 'food_licence' } },
    ]);
    const written = {
      kind: 'site',
      text: '希望可以按效期排序',
      order_no: '',
      phone: '13900990011',
      token: '1',
    } as const;
    const { id: feedbackId } = await sendFeedback(demo, { ...written, pictures: [] });
    await answerFeedback(byStaff(db, now), { id: feedbackId, answer: '已安排' });
    expect(await auditOf('feedback', feedbackId)).toMatchObject([
      { act: 'feedback.answer', actorId: '何一', before: { status: 'open' }, after: { answer: '已安排' } },
    ]);
    await answerWanted(byStaff(db, now), { id: 2, goodsId: goodsPlain, reply: '' });
    expect(await auditOf('wanted', 2)).toMatchObject([{ act: 'wanted.answer', after: { status: 'found' } }]);
  });

  it('holds carrier and number of a parcel that were corrected, and the duty phone', async () => {
    const { buyer, no, tradeNo } = await placed();
    await pay(db, buyer, tradeNo);
    await shipOrder(byStaff(db, now), { no, carrier: '顺丰速运', trackingNo: 'SF1234567890' });
    const [parcel] = (await getDeskOrder(byStaff(db), { no })).sent;
    const [row] = await db.select().from(orders).where(eq(orders.no, no));
    const merchantId = row!.merchantId;
    const clerk: Context<'merchant'> = {
      db,
      now,
      actor: { kind: 'merchant', name: '发货员', merchantId },
      requestId: 'test',
    };
    const mended = {
      carrier: '顺丰速运',
      tracking_no: 'SF1234567899',
      known: 'SF1234567890',
      reason: '写错',
    };
    await correctParcel(clerk, { no, parcel_id: parcel!.id, ...mended });
    expect((await auditOf('order', no)).at(-1)).toMatchObject({
      act: 'order.parcel',
      actor: 'merchant',
      actorId: '发货员',
      after: {
        done: { from: '顺丰速运 SF1234567890', to: '顺丰速运 SF1234567899', reason: '写错' },
      },
    });
    await setDutyPhone(clerk, { phone: '13900001111', kinds: ['refusal'], from_hour: 8, to_hour: 21 });
    expect((await auditOf('merchant', merchantId)).at(-1)).toMatchObject({
      act: 'merchant.duty_phone',
      actorId: '发货员',
      before: null,
      after: { phone: '139****1111', kinds: ['refusal'], hours: '8-21' },
    });
  });

  it('holds tasks that were made and turned, and a wheel that was paused', async () => {
    const passTaskOf = async (id: number) => {
      const of = and(eq(waitingAct.subject, `task:${id}`), eq(waitingAct.state, 'waiting'));
      const [act] = await db.select().from(waitingAct).where(of);
      await passAct({ ...byStaff(db), actor: { ...byStaff(db).actor, name: '财务' } }, { id: act!.id });
    };
    const by = { ...byStaff(db), reason: '活动调整' };
    const input = createTaskInput.parse({
      ...{
        title: '首单有礼',
        kind: 'first_order',
        points: 20,
        payer: 'platform',
        starts_on: dayKey(Date.now()),
      },
      ...{ ends_on: '', token: 'a task of records' },
    });
    const { id: task } = await createTask(by, input);
    await createTask(by, input);
    await passTaskOf(task);
    await stopTask(by, { id: task });
    await stopTask(by, { id: task });
    await resumeTask(by, { id: task, reason: '活动恢复' });
    await resumeTask(by, { id: task, reason: '活动恢复' });
    await passTaskOf(task);
    expect((await auditOf('task', task)).map(({ act, actorId, after }) => [act, actorId, after])).toEqual([
      ['task.create', staff.id, expect.objectContaining({ title: '首单有礼', points: 20 })],
      ['task.resume', '财务', expect.objectContaining({ reason: '新增任务“首单有礼”' })],
      ['task.stop', staff.id, expect.objectContaining({ reason: '活动调整' })],
      ['task.resume', '财务', expect.objectContaining({ reason: '活动恢复' })],
    ]);

    const { id: wheel } = await openedWheel(db, [prize('points', 1), prize('nothing', 1)]);
    await pauseWheel(byStaff(db), { id: wheel, reason: '系统检修' });
    await resumeWheel(byStaff(db), { id: wheel, reason: '已修好' });
    const [paused, resumed, ...more] = await auditOf('wheel', wheel);
    expect(more).toEqual([]);
    expect(paused).toMatchObject({
      act: 'wheel.pause',
      actorId: staff.id,
      before: null,
      after: { reason: '系统检修' },
    });
    expect(resumed).toMatchObject({
      act: 'wheel.resume',
      before: { reason: '系统检修' },
      after: { reason: '已修好' },
    });
    expect(new Date(String(resumed?.after?.endsAt)).getTime()).toBeGreaterThan(
      new Date(String(resumed?.before?.endsAt)).getTime(),
    );
  });

  it('holds what was decided about a company: frozen, freed, other terms', async () => {
    const id = companies.clinic;
    await freezeCompany(byStaff(db, now), { id, reason: '证照存疑' });
    await unfreezeCompany(byStaff(db, now), { id });
    const { seen_mark: mark, rank } = await getCompanyFile(byStaff(db, now), { id });
    await setCompanyTerms(byStaff(db, now), { id, rank: rank + 1, scopes: [], mark });
    await setPrice(byStaff(db, now), { id, goods_id: goodsPlain, price: '9999.00', was: undefined });
    const letter = { title: '放假通知', text: '照常发货', link: '' };
    await writeToCompany(byStaff(db, now), { id, token: 'records', ...letter });
    expect(await auditOf('company', id)).toMatchObject([
      {
        act: 'company.freeze',
        before: { status: 'approved' },
        after: { status: 'frozen', reason: '证照存疑' },
      },
      { act: 'company.unfreeze', before: { status: 'frozen' }, after: { status: 'approved' } },
      { act: 'company.terms', actorId: '何一', before: { rank }, after: { rank: rank + 1, scopes: [] } },
      {
        act: 'price.propose',
        actorId: '何一',
        before: { [goodsPlain]: null },
        after: { [goodsPlain]: 9_999_00 },
      },
      { act: 'letter.send', actorId: '何一', before: null, after: { title: '放假通知', body: '照常发货' } },
    ]);
  });

  it('holds letters to many, with their search and number, and that one was stopped', async () => {
    const search = '?status=frozen';
    const { companies: found } = await countLetter(byStaff(db, now), { search });
    const letter = { title: '放假通知', text: '照常发货', link: '/hdzx', token: 'records of many' };
    const { id } = await writeToFound(byStaff(db, now), { search, companies: found, ...letter });
    await stopLetter(byStaff(db, now), { id });
    expect(await auditOf('letter', id)).toMatchObject([
      {
        act: 'letter.broadcast',
        actorId: '何一',
        after: { title: '放假通知', link: '/hdzx', filter: '状态：已冻结', companies: found },
      },
      { act: 'letter.stop', actorId: '何一', after: { sent: 0, companies: found } },
    ]);
  });

  it('holds what desks do with invoices: entered, filed, taken back, sent again, void, and the seller', async () => {
    const goodsId = await makeGoods(db, goodsPlain, 1_000);
    const merchantId = await makeTaxed(db, goodsId);
    await makeSeller(db, merchantId, 'manual', '91330106MA2AYNWD8M');
    const seen = async (id: number) =>
      (await auditOf('invoice', id)).map(({ act, actorId, before, after, merchantId: of }) => {
        expect([actorId, of]).toEqual(['何一', merchantId]);
        return { act, before, after };
      });
    const { id } = await askedInvoice(db, goodsId, 10);
    const number = '00770000000000000001';
    const entered = { id, number, issued_on: dayKey(Date.now()) };
    await enterInvoice(byStaff(db), entered);
    await enterInvoice(byStaff(db), entered);
    const file = { name: 'a.xml', type: '', bytes: new TextEncoder().encode('<发票/>') };
    await addInvoiceFile(byStaff(db), { id, kind: 'xml', file });
    await redDeskInvoice(byStaff(db), { id, reason: '01' });
    expect(await seen(id)).toEqual([
      { act: 'invoice.enter', before: { state: 'waiting' }, after: { number } },
      {
        act: 'invoice.file',
        before: null,
        after: { kind: 'xml', digest: createHash('sha256').update('<发票/>').digest('hex') },
      },
      { act: 'invoice.red', before: null, after: { form: expect.any(Number), number } },
    ]);

    const held = await askedInvoice(db, goodsId, 10);
    const { serial } = await invoiceOf(db, held.id);
    await db.update(invoice).set({ state: 'failed', nextAt: null }).where(eq(invoice.id, held.id));
    await retryInvoice(byStaff(db), { id: held.id });
    await voidInvoice(byStaff(db), { id: held.id, reason: '抬头不对' });
    await voidInvoice(byStaff(db), { id: held.id, reason: '抬头不对' });
    const again = (await invoiceOf(db, held.id)).serial;
    expect(await seen(held.id)).toEqual([
      { act: 'invoice.retry', before: { state: 'failed' }, after: { serial, isSame: true } },
      { act: 'invoice.void', before: { state: 'waiting' }, after: { serial: again } },
    ]);

    const wire = await getInvoiceSeller(byStaff(db), { merchant_id: merchantId });
    await saveInvoiceSeller(byStaff(db), { ...wire, drawer: '王开票' });
    expect((await auditOf('merchant', merchantId)).at(-1)).toMatchObject({
      act: 'invoice.seller',
      actorId: '何一',
      before: { drawer: '李开票' },
      after: { drawer: '王开票', taxNo: '91330106MA2AYNWD8M' },
    });
  });

  it('holds what desks do with contracts: what is asked, texts, sent, sealed, void', async () => {
    const merchantId = 3;
    const atDesk: Context<'merchant'> = {
      ...byStaff(db),
      actor: { kind: 'merchant', name: 'shangjia', merchantId },
    };
    const { version } = await getContractRule(atDesk);
    const signer = { signer_name: '', signer_phone: '', remote_seal: '' };
    const rule = { asks: 'quality', step: 'pay', seals_itself: 0, version, ...signer } as const;
    await setContractRule(atDesk, rule);
    await setContractRule(atDesk, rule);
    const asked = (await auditOf('merchant', merchantId)).filter(({ act }) => act === 'contract.rule');
    expect(asked).toMatchObject([
      { actorId: 'shangjia', after: { asks: 'quality', step: 'pay', sealsItself: false } },
    ]);

    const { list } = await getTemplates(byStaff(db));
    const text = list.find(({ kind }) => kind === 'quality')!;
    const publishing = {
      kind: 'quality',
      version: text.version,
      body: `${text.body}\n\n另行约定以书面为准。`,
      note: '',
    };
    await publishTemplate(byStaff(db), publishing);
    await publishTemplate(byStaff(db), publishing);
    expect(await auditOf('contract', 'quality')).toMatchObject([
      {
        act: 'contract.publish',
        actorId: '何一',
        before: { version: text.version, hash: text.hash },
        after: { version: text.version + 1 },
      },
    ]);

    const who = await makeSigner(db);
    const { companyId } = who.actor.account;
    const { rows } = await pool.query<{ name: string }>(`select name from company where id = $1`, [
      companyId,
    ]);
    await sendContract(atDesk, { companies: rows[0]!.name, kind: 'quality' });
    const [sent] = await db.select().from(contract).where(eq(contract.companyId, companyId));
    await signAll(who, merchantId);
    await sealAtDesk(atDesk, { id: sent!.id });
    await sealAtDesk(atDesk, { id: sent!.id }).catch(() => undefined);
    await voidContract({ ...atDesk, reason: '资料不实' }, { id: sent!.id });
    await voidContract({ ...atDesk, reason: '资料不实' }, { id: sent!.id });
    const records = await auditOf('contract', sent!.id);
    expect(records.map(({ actorId, merchantId: of }) => [actorId, of])).toEqual(
      Array.from({ length: 3 }, () => ['shangjia', merchantId]),
    );
    expect(records).toMatchObject([
      { act: 'contract.send', before: null, after: { no: sent!.no, companyId, kind: 'quality' } },
      { act: 'contract.seal', before: { state: 'half' }, after: { state: 'signed' } },
      { act: 'contract.void', before: { state: 'signed' }, after: { state: 'void', reason: '资料不实' } },
    ]);
  });

  it('holds what a person found out about a break of the flows', async () => {
    const { no } = await placed();
    const { rows } = await pool.query<{ id: number }>(
      `insert into flow_break (order_no, cause, about, wanted, found, found_at)
       values ($1, 'lots', '阿莫西林', 10, 9, now()) returning id`,
      [no],
    );
    const { id } = rows[0]!;
    const note = '少录一盒，已补录';
    await noteFlow(byStaff(db), { id, note });
    await noteFlow(byStaff(db), { id, note });
    await expect(noteFlow(byStaff(db), { id, note: '别的' })).rejects.toMatchObject({ code: 409 });
    expect(await auditOf('flow', id)).toMatchObject([
      {
        act: 'flow.note',
        actorId: '何一',
        before: { no, problem: 'lots', about: '阿莫西林', wanted: 10, found: 9 },
        after: { note },
      },
    ]);
  });

  it('holds runs of the import, also one that changed nothing', async () => {
    const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'yaopi-')), 'price.csv');
    writeFileSync(file, 'sku,name\nX1,缺列\n');
    await importCatalogue(byStaff(db, now), file).catch(() => undefined);
    expect(await auditOf('import', 'price.csv')).toEqual([]);
    const catalogue = new URL('../../src/demo/seed/data/catalogue.csv', import.meta.url);
    writeFileSync(file, readFileSync(catalogue, 'utf8').split('\n').slice(0, 4).join('\n'));
    await importCatalogue(byStaff(db, now), file);
    expect((await auditOf('import', 'price.csv')).at(-1)).toMatchObject({
      act: 'import.end',
      actorId: '何一',
      after: { 拒绝: 0 },
    });
  });

  it('holds every change of a setting, by whichever way it came', async () => {
    await db.insert(siteSetting).values({ key: 'trial', value: 1 });
    await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('yaopi.actor', '何一', true)`);
      await tx.update(siteSetting).set({ value: 2 }).where(eq(siteSetting.key, 'trial'));
    });
    await pool.query(`delete from site_setting where key = 'trial'`);
    const found = await auditOf('setting', 'trial');
    expect(found.map(({ act, before, after }) => [act, before, after])).toEqual([
      ['setting.insert', null, { value: 1 }],
      ['setting.update', { value: 1 }, { value: 2 }],
      ['setting.delete', { value: 2 }, null],
    ]);
    expect(found[1]!.actorId).toBe('何一');
    expect(found[2]!.actorId).not.toBe('');
  });
});

describe('rewriting what happened', () => {
  const tables = [
    'order_event',
    'audit_log',
    'wallet_ledger',
    'booking',
    'points_ledger',
    'voucher_ledger',
    'shipment_event',
  ];
  for (const table of tables)
    it(`is refused by the database: ${table}`, async () => {
      for (const statement of [
        `update ${table} set id = id`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
        `insert into ${table} select * from ${table} limit 1 on conflict (id) do update set id = excluded.id`,
      ])
        await expect(pool.query(statement), statement).rejects.toThrow('append-only');
      await expect(pool.query('truncate company cascade')).rejects.toThrow('append-only');
    });
});
