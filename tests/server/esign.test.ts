/** Contracts sealed by e签宝: one flow whatever is lost, notices as hints, the answer to the question decides. */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { goodsPlainElsewhere } from '#demo/seed/known.ts';
import { findDeskContract, sealAtDesk, voidContract } from '#lib/server/contracts/desk.ts';
import { listDrafts } from '#lib/server/contracts/drafts.ts';
import { findOwnFile } from '#lib/server/contracts/file.ts';
import { findOwnContract, listContracts } from '#lib/server/contracts/read.ts';
import { askSigning } from '#lib/server/contracts/remote.ts';
import {
  askContract,
  askContractAtDesk,
  goToSign,
  goToSignAtDesk,
} from '#lib/server/contracts/remote-sign.ts';
import { askContractCode, signContracts } from '#lib/server/contracts/sign.ts';
import type { CallContext, Context } from '#lib/server/core/context.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import {
  contract,
  contractRule,
  demoSms,
  goods,
  jobFailure,
  message,
  paper,
  phoneCode,
  rateLimit,
} from '#lib/server/db/schema.ts';
import { openEsign } from '#tests/counterparts/esign.ts';
import { testDatabase } from '#tests/support/database.ts';
import { accountOf, contextOf, makeBuyers } from '#tests/support/orders.ts';
import { codeOf } from '#tests/support/sms.ts';

const { db } = await testDatabase();
const house = await openEsign();
Object.assign(process.env, house.env);
completeEnv({});

const [one] = await db.select().from(goods).where(eq(goods.id, goodsPlainElsewhere));
const merchantId = one?.merchantId ?? 0;
await db.insert(contractRule).values({
  ...{ merchantId, asks: 'quality', step: 'order', setBy: 'shangjia', updatedAt: new Date() },
  remoteSealId: 'seal-of-the-merchant',
});

let people = 0;
/** A company that has signed here: its contract waits for the provider. */
async function signedHere(): Promise<{ who: CallContext<'buyer'>; id: number }> {
  const [buyer] = await makeBuyers(db, 1);
  if (buyer === undefined) throw new Error('no buyer');
  people += 1;
  const phone = `1390001${String(1000 + people)}`;
  await db.execute(sql`update "user" set phone_number = ${phone} where id = ${buyer.userId}`);
  await db.insert(paper).values({
    companyId: buyer.companyId,
    kind: 'purchase_authorisation',
    number: '',
    status: 'approved',
    validFrom: '2020-01-01',
    validTo: '2099-12-31',
  });
  const who = contextOf(db, await accountOf(db, buyer.userId));
  const { drafts } = await listDrafts(who, { merchants: String(merchantId), renew: 0 });
  const { proof } = await askContractCode(who, { tokens: drafts.map(({ token }) => token), puzzle: '' });
  expect((await signContracts(who, { proof, code: await codeOf(db, phone), puzzle: '' })).waiting).toBe(1);
  return { who, id: (await own(buyer.companyId)).id };
}

async function own(companyId: number) {
  const [row] = await db.select().from(contract).where(eq(contract.companyId, companyId));
  if (row === undefined) throw new Error('no contract');
  return row;
}

const rule = (set: Partial<typeof contractRule.$inferInsert>) =>
  db.update(contractRule).set(set).where(eq(contractRule.merchantId, merchantId));
const atDesk = (of = merchantId): Context<'merchant'> => ({
  db,
  now: new Date(Date.now() + 60_000),
  actor: { kind: 'merchant', name: 'shangjia', merchantId: of },
  requestId: 'test',
});
/** What the page behind an address does: signs, and leads back. */
async function visit({ url }: { url: string }): Promise<{ status: number; back: string }> {
  const { status, headers } = await fetch(url, { redirect: 'manual' });
  return { status, back: headers.get('location') ?? '' };
}
const stateOf = async (id: number) => (await db.select().from(contract).where(eq(contract.id, id)))[0]?.state;
/** The job, at a moment after what rests. */
const later = (minutes = 0) => askSigning(db, new Date(Date.now() + minutes * 60_000));

beforeEach(async () => {
  for (const table of [rateLimit, phoneCode, demoSms, jobFailure]) await db.delete(table);
  house.trouble = 'none';
  house.flows.length = 0;
  await db.update(contract).set({ askAt: null });
});

it('is handed over, told of out of order and twice, asked for, and in force with their file', {
  timeout: 180_000,
}, async () => {
  const { who, id } = await signedHere();
  await later(1);
  const [flow] = house.flows;
  expect(house.flows).toHaveLength(1);
  expect(flow?.notifyUrl).toContain('/api/contract/notify/esign');
  if (flow === undefined) return;
  // The end is told before the single signature, and both twice; none of it is believed.
  for (const action of [
    'SIGN_FLOW_COMPLETE',
    'SIGN_FLOW_COMPLETE',
    'SIGN_MISSON_COMPLETE',
    'SIGN_MISSON_COMPLETE',
  ])
    expect(await house.tell(flow, action)).toBe(200);
  await later(1);
  expect(await stateOf(id)).toBe('half');
  flow.status = 2;
  // A repeat of half a day ago keeps its first timestamp.
  expect(await house.tell(flow, 'SIGN_FLOW_COMPLETE', { timestamp: Date.now() - 12 * 3_600_000 })).toBe(200);
  await Promise.all([later(1), later(1)]);
  expect(await stateOf(id)).toBe('signed');
  const { no, companyId } = await own(who.actor.account.companyId);
  // The provider gives all who ask at once the same bytes, which then are one file.
  const asked = await Promise.all([1, 2, 3, 4].map(() => findOwnFile(who, no)));
  for (const file of [...asked, await findOwnFile(who, no)])
    expect(Buffer.from(file ?? []).toString('latin1')).toContain('sealed by the counterpart');
  expect((await own(companyId)).fileDigest).toMatch(/^[0-9a-f]{64}$/);
  // Two jobs at once have told the company once.
  expect(await toldTo(companyId)).toEqual([expect.stringMatching(/双方已签署，自\d{4}-\d\d-\d\d起生效$/)]);
});

const toldTo = async (companyId: number) =>
  (await db.select().from(message).where(eq(message.companyId, companyId))).map(({ title }) => title);

it('opens one flow where the answer got lost, and where the provider was down', {
  timeout: 180_000,
}, async () => {
  const { id } = await signedHere();
  house.trouble = 'down';
  expect((await later(1)).failed).toBe(1);
  house.trouble = 'none';
  await later(2);
  expect(house.flows).toHaveLength(1);
  // As if the number had never come back.
  await db.update(contract).set({ remoteNo: '', askAt: new Date() }).where(eq(contract.id, id));
  await later(3);
  expect(house.flows).toHaveLength(1);
  expect((await db.select().from(contract).where(eq(contract.id, id)))[0]?.remoteNo).toBe(house.flows[0]?.id);
});

it.each([
  [3, '已在签署平台撤回'],
  [5, '在签署平台逾期未签'],
  [7, '在签署平台被拒签'],
])('ends with status %i: %s', { timeout: 180_000 }, async (status, reason) => {
  const { who, id } = await signedHere();
  await later(1);
  for (const flow of house.flows) flow.status = status;
  // No notice came: the question of the hour finds it.
  await later(62);
  expect(await stateOf(id)).toBe('void');
  const { companyId } = who.actor.account;
  expect((await own(companyId)).voidReason).toBe(reason);
  // Its people read why, and sign anew.
  expect(await toldTo(companyId)).toEqual([expect.stringContaining('已作废')]);
});

it('is withdrawn there when a desk makes it void', { timeout: 180_000 }, async () => {
  const { id } = await signedHere();
  await later(1);
  await voidContract(
    {
      db,
      now: new Date(),
      actor: { kind: 'merchant', name: 'x', merchantId },
      requestId: 'test',
      reason: '资料有误',
    },
    { id },
  );
  await later(1);
  expect(house.flows.map(({ status }) => status)).toEqual([3]);
});

it('leads its signer to the page, by a new address at each press, and asks for the truth on the return', {
  timeout: 180_000,
}, async () => {
  const { who, id } = await signedHere();
  const { no } = await own(who.actor.account.companyId);
  const press = (context = who) => goToSign({ ...context, now: new Date() }, { no, next: '/cart/step2' });
  // The first press opens the flow, unless the job is at it: there is one.
  await Promise.allSettled([press(), press(), later(0)]);
  expect(house.flows).toHaveLength(1);
  expect(house.flows[0]?.seals).toEqual(['seal-of-the-merchant']);
  const [first, second] = [await press(), await press()];
  expect(first.url).not.toBe(second.url);
  const colleague = { ...who, actor: { ...who.actor, account: { ...who.actor.account, userId: 'another' } } };
  await expect(press(colleague)).rejects.toMatchObject({ code: 403 });
  expect((await findOwnContract(colleague, no))?.sign_at).toBe('');
  const stranger = (await signedHere()).who;
  await expect(press(stranger)).rejects.toMatchObject({ code: 404 });
  await expect(askContract(stranger, { no })).rejects.toMatchObject({ code: 404 });
  await expect(goToSignAtDesk(atDesk(), { id })).rejects.toMatchObject({ code: 409 });
  expect(await findOwnContract(who, no)).toMatchObject({ sign_at: 'e签宝', waits_text: '请在e签宝完成签署' });
  expect((await listContracts(who)).pairs.map(({ state_text: text }) => text)).toContain('签署中');
  house.endLinks();
  expect((await visit(second)).status).toBe(410);
  expect(await askContract(who, { no })).toMatchObject({ state: 'half' });
  // Who has another telephone by now is told so.
  const moved = { ...who, actor: { ...who.actor, account: { ...who.actor.account, phone: '13900099999' } } };
  await expect(press(moved)).rejects.toMatchObject({ code: 409, message: /手机号与现在的不一致/ });
  house.trouble = 'down';
  await expect(press()).rejects.toMatchObject({ code: 503 });
  house.trouble = 'none';
  const { status, back } = await visit(await press());
  expect([status, new URL(back).pathname + new URL(back).search]).toEqual([
    302,
    `/dzht/${no}?from=back&next=%2Fcart%2Fstep2`,
  ]);
  expect(await askContract(who, { no })).toMatchObject({ state: 'signed', waits_text: '', sign_at: '' });
  await expect(press()).rejects.toMatchObject({ code: 409 });
});

it('is signed there by the merchant’s person too, where it seals by hand', { timeout: 180_000 }, async () => {
  await rule({ sealsItself: false });
  const { who, id } = await signedHere();
  const { no } = await own(who.actor.account.companyId);
  await expect(goToSign(who, { no, next: '' })).rejects.toMatchObject({ code: 409, message: /等待商家确认/ });
  await expect(sealAtDesk(atDesk(), { id })).rejects.toMatchObject({ code: 409, message: /经办人/ });
  await rule({ signerName: '何二', signerPhone: '13900088888' });
  await expect(sealAtDesk(atDesk(merchantId + 1), { id })).rejects.toMatchObject({ code: 404 });
  await Promise.all([sealAtDesk(atDesk(), { id }), sealAtDesk(atDesk(), { id })]);
  await later(2);
  expect(house.flows[0]).toMatchObject({ people: [{}, { phone: '13900088888' }], seals: [] });
  for (const act of [goToSignAtDesk, askContractAtDesk])
    await expect(act(atDesk(merchantId + 1), { id })).rejects.toMatchObject({ code: 404 });
  expect((await findDeskContract(atDesk(), id))?.sign_at).toBe('e签宝');
  const { back } = await visit(await goToSignAtDesk(atDesk(), { id }));
  expect(back).toMatch(new RegExp(`/desk/contracts/${id}\\?from=back$`));
  expect(await askContractAtDesk(atDesk(), { id })).toMatchObject({ state: 'half' });
  await visit(await goToSign(who, { no, next: '' }));
  expect(await askContractAtDesk(atDesk(), { id })).toMatchObject({ state: 'signed' });
  await rule({ sealsItself: true });
});

it('waits for a merchant that has given no seal to be set by itself', { timeout: 180_000 }, async () => {
  await rule({ remoteSealId: '' });
  const { id } = await signedHere();
  await later(2);
  expect(house.flows).toHaveLength(0);
  await expect(sealAtDesk(atDesk(), { id })).rejects.toMatchObject({ code: 409, message: /授权印章/ });
  await rule({ remoteSealId: 'another-seal' });
  await sealAtDesk(atDesk(), { id });
  await later(2);
  expect(house.flows[0]?.seals).toEqual(['another-seal']);
  await rule({ remoteSealId: 'seal-of-the-merchant' });
});

it('refuses forged notices, and answers unknown ones', { timeout: 180_000 }, async () => {
  await signedHere();
  await later(1);
  const [flow] = house.flows;
  if (flow === undefined) throw new Error('no flow');
  expect(await house.tell(flow, 'SIGN_FLOW_COMPLETE', { secret: 'another' })).toBe(403);
  expect(await house.tell(flow, 'SIGN_FLOW_COMPLETE', { tamper: true })).toBe(403);
  expect(await house.tell(flow, 'SOMETHING_ELSE')).toBe(422);
  expect(await house.tell({ ...flow, id: 'unknown', no: 'HT0' }, 'SIGN_FLOW_COMPLETE')).toBe(200);
  expect(house.forged).toBe(0);
});
