/** Contracts: reading, signing by a code, the answer 459 at each step of a purchase, sealed files, and the desks. */
import { and, eq, sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { goodsPlainElsewhere, merchantAsking, users } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { contractList } from '#lib/contract/desk/lists/contracts.ts';
import type { Upload } from '#lib/contract/uploads.ts';
import type { ContractAsk, ContractStep } from '#lib/rules/contracts/kinds.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { addToCart } from '#lib/server/cart/add.ts';
import { openCheckout } from '#lib/server/cart/checkout.ts';
import { listCart } from '#lib/server/cart/list.ts';
import { checkContractFile } from '#lib/server/contracts/check.ts';
import { sealAtDesk, sendContract, voidContract } from '#lib/server/contracts/desk.ts';
import {
  getContractRule,
  getTemplates,
  publishTemplate,
  setContractRule,
} from '#lib/server/contracts/desk-texts.ts';
import {
  draftsOf as fillDrafts,
  listDrafts,
  listPartners,
  type Partner,
} from '#lib/server/contracts/drafts.ts';
import { fileContracts, remindContracts } from '#lib/server/contracts/due.ts';
import { findOwnFile } from '#lib/server/contracts/file.ts';
import { dropOwnSeal, getOwnSeal, setOwnSeal } from '#lib/server/contracts/own-seal.ts';
import { findOwnContract, listContracts } from '#lib/server/contracts/read.ts';
import { listSignatures } from '#lib/server/contracts/rows.ts';
import { askContractCode, signContracts } from '#lib/server/contracts/sign.ts';
import type { CallContext, Context } from '#lib/server/core/context.ts';
import {
  auditLog,
  cartLine,
  contract,
  contractRule,
  contractSeal,
  contractSignature,
  demoSms,
  goods,
  message,
  phoneCode,
  rateLimit,
} from '#lib/server/db/schema.ts';
import { listToday } from '#lib/server/desk/today.ts';
import { addInvoiceFile, enterInvoice } from '#lib/server/invoices/desk-acts.ts';
import { findPackage } from '#lib/server/receiving/package.ts';
import { findPackagePdf } from '#lib/server/receiving/package-pdf.ts';
import { getOrderPapers } from '#lib/server/receiving/papers.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { getSettings } from '#lib/server/site/settings.ts';
import { byStaff, contextOf } from '#tests/support/context.ts';
import { draftsOf, makeSigner, proofOf, signAll } from '#tests/support/contracts.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { askInvoice, makeSeller, makeTaxed } from '#tests/support/invoices.ts';
import { accountOf, fillCart, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { pdfOf, pictureOf } from '#tests/support/papers.ts';
import { pdfTexts } from '#tests/support/pdf-text.ts';
import { queriesOf } from '#tests/support/queries.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { codeOf } from '#tests/support/sms.ts';

const { db } = await testDatabase();
await payFreely(db);

const asked = await makeGoods(db, goodsPlainElsewhere, 100_000);
const [row] = await db.select({ merchantId: goods.merchantId }).from(goods).where(eq(goods.id, asked));
const merchantId = row?.merchantId ?? 0;
const number = 10;

const atDesk = (name = 'shangjia', of = merchantId): Context<'merchant'> => ({
  db,
  now: new Date(),
  actor: { kind: 'merchant', name, merchantId: of },
  requestId: 'test',
});

/** What the merchant of the goods asks from now on. */
async function ask(asks: ContractAsk, step: ContractStep, sealsItself = true): Promise<void> {
  const set = { asks, step, sealsItself, setBy: 'shangjia', updatedAt: new Date() };
  await db
    .insert(contractRule)
    .values({ merchantId, ...set })
    .onConflictDoUpdate({ target: contractRule.merchantId, set });
}

const pharmacy = (letterTo?: string) => makeSigner(db, letterTo);

async function contextFor(userId: string): Promise<CallContext<'buyer'>> {
  const base = await contextOf(db, 'demo');
  return { ...base, actor: { kind: 'buyer', account: await accountOf(db, userId) } };
}

const draftsFor = (who: CallContext<'buyer'>, of = merchantId) => draftsOf(who, of);
const sign = (who: CallContext<'buyer'>, of = merchantId) => signAll(who, of);

/** A seal as it is uploaded, half transparent; `r` makes it another one. */
async function sealFile(r: number): Promise<Upload> {
  const background = { r, g: 0, b: 0, alpha: 0.5 };
  const bytes = await sharp({ create: { width: 300, height: 300, channels: 4, background } })
    .png()
    .toBuffer();
  return { name: '合同章.png', type: 'image/png', bytes: new Uint8Array(bytes) };
}

const contractsOf = (companyId: number) =>
  db.select().from(contract).where(eq(contract.companyId, companyId));

beforeEach(async () => {
  for (const table of [rateLimit, phoneCode, demoSms, message]) await db.delete(table);
});

describe('459', () => {
  it('stops adding where the merchant asks there; once signed the same act goes through', async () => {
    await ask('quality', 'add');
    const who = await pharmacy();
    const add = () => addToCart(who, { lines: [{ goods_id: asked, type: 0, number }] });
    await expect(add()).rejects.toMatchObject({
      code: 459,
      data: { contracts: [{ merchant_id: merchantId, kind: 'quality', state: 'none' }] },
    });
    await sign(who);
    expect((await add()).added).toHaveLength(1);
  });

  it('stops ordering, not adding, where the merchant asks there', async () => {
    await ask('quality', 'order');
    const who = await pharmacy();
    const { account } = who.actor;
    await addToCart(who, { lines: [{ goods_id: asked, type: 0, number }] });
    await db.delete(cartLine).where(eq(cartLine.userId, account.userId));
    await expect(order(db, account, [{ goodsId: asked, number }])).rejects.toMatchObject({ code: 459 });
    await db.delete(cartLine).where(eq(cartLine.userId, account.userId));
    await sign(who);
    expect((await order(db, account, [{ goodsId: asked, number }])).trade_no).not.toBe('');
  });

  it.each(['order', 'pay'] as const)(
    'is told when the checkout opens, of what the step %s asks for',
    async (step) => {
      await ask('quality', step);
      const who = await pharmacy();
      const ids = await fillCart(db, who.actor.account, [{ goodsId: asked, number }]);
      const told = await openCheckout(who, ids.join(), null);
      expect(told).toMatchObject({
        reason: null,
        lacking: {
          text: expect.stringContaining('需先签署《质量保证协议》'),
          act: '去签合同',
          link: `/dzht?merchant=${merchantId}&next=${encodeURIComponent(`/cart/step2?ids=${ids.join()}`)}`,
        },
      });
      expect(told.preview?.groups).toHaveLength(1);
      const note = {
        merchant_id: merchantId,
        ...told.lacking,
        link: `/dzht?merchant=${merchantId}&next=%2Fcart`,
      };
      expect((await listCart(who)).contracts).toEqual([note]);
      await sign(who);
      expect((await openCheckout(who, ids.join(), null)).lacking).toBeNull();
      expect((await listCart(who)).contracts).toEqual([]);
    },
  );

  it('is told in the cart to who may order, of what can be bought, without a query where nobody asks', async () => {
    await ask('quality', 'order');
    const who = await pharmacy();
    const { account } = who.actor;
    const [id] = await fillCart(db, account, [{ goodsId: asked, number }]);
    const reader = { ...who, actor: { ...who.actor, account: { ...account, role: 'finance' as const } } };
    expect((await listCart(reader)).contracts).toEqual([]);
    await db.update(cartLine).set({ number: 900_000 }).where(eq(cartLine.id, id!));
    const refused = await listCart(who);
    expect([refused.data[0]?.refusal, refused.contracts]).toEqual([expect.anything(), []]);
    await db.update(cartLine).set({ number, isSelected: false }).where(eq(cartLine.id, id!));
    const asking = await queriesOf(async () => expect((await listCart(who)).contracts).toHaveLength(1));
    await ask('none', 'order');
    expect(await queriesOf(async () => expect((await listCart(who)).contracts).toEqual([]))).toBe(asking - 1);
  });

  it('asks for no signature when the checkout opens while the merchant’s seal is waited for', async () => {
    await ask('quality', 'order', false);
    const who = await pharmacy();
    const ids = await fillCart(db, who.actor.account, [{ goodsId: asked, number }]);
    const { signed } = await sign(who);
    const note = {
      text: expect.stringContaining('等待商家盖章'),
      act: '查看合同',
      link: `/dzht/${signed[0]?.no}`,
    };
    expect((await openCheckout(who, ids.join(), null)).lacking).toEqual(note);
    expect((await listCart(who)).contracts).toEqual([{ merchant_id: merchantId, ...note }]);
    await db.delete(cartLine).where(eq(cartLine.userId, who.actor.account.userId));
    await expect(order(db, who.actor.account, [{ goodsId: asked, number }])).rejects.toMatchObject({
      code: 459,
      data: { merchants: String(merchantId), waiting_link: note.link },
    });
  });

  it('stops paying where the merchant asks there, with both contracts', async () => {
    await ask('both', 'pay');
    const who = await pharmacy();
    const { account } = who.actor;
    const placed = await order(db, account, [{ goodsId: asked, number }]);
    await expect(pay(db, account, placed.trade_no)).rejects.toMatchObject({ code: 459 });
    const { signed } = await sign(who);
    expect(signed.map(({ kind, state }) => [kind, state])).toEqual([
      ['purchase', 'signed'],
      ['quality', 'signed'],
    ]);
    expect((await pay(db, account, placed.trade_no)).status).toBe('paid');
  });

  it('comes again at the step that is reached when the contract has ended meanwhile', async () => {
    await ask('quality', 'add');
    const who = await pharmacy();
    const { account } = who.actor;
    await sign(who);
    await fillCart(db, account, [{ goodsId: asked, number }]);
    await db
      .update(contract)
      .set({ validFrom: '2020-01-01', validTo: '2020-12-31' })
      .where(eq(contract.companyId, account.companyId));
    await db.delete(cartLine).where(eq(cartLine.userId, account.userId));
    await expect(order(db, account, [{ goodsId: asked, number }])).rejects.toMatchObject({
      code: 459,
      message: expect.stringContaining('已于2020-12-31到期'),
    });
  });
});

describe('signing', () => {
  beforeEach(() => ask('quality', 'order'));

  it('binds text, person, letter, telephone, address and the time of reading', async () => {
    const who = await pharmacy();
    const [draft] = await draftsFor(who);
    const { signed, waiting } = await sign(who);
    expect(waiting).toBe(0);
    const [made] = await contractsOf(who.actor.account.companyId);
    expect(made).toMatchObject({ state: 'signed', bodyHash: draft?.body_hash, body: draft?.body });
    const [buyer] = await db
      .select()
      .from(contractSignature)
      .where(and(eq(contractSignature.contractId, made?.id ?? 0), eq(contractSignature.side, 'buyer')));
    expect(buyer).toMatchObject({
      userId: who.actor.account.userId,
      role: 'owner',
      authority: { validFrom: '2020-01-01', validTo: '2099-12-31' },
      phoneTail: who.actor.account.phone.slice(-4),
      clientAddress: '127.0.0.1',
      bodyHash: draft?.body_hash,
    });
    expect(buyer?.readFrom?.getTime()).toBeLessThanOrEqual(buyer?.readTo?.getTime() ?? 0);
    const detail = await findOwnContract(who, signed[0]?.no ?? '');
    expect(detail?.events.map(({ act_text }) => act_text)).toEqual(['采购方签署', '供货方盖章']);
  });

  it('of two colleagues at once, and of a repeat, is one signature', async () => {
    const who = await pharmacy();
    const { companyId, userId } = who.actor.account;
    await db.execute(sql`insert into "user" (id, name, email, username, phone_number)
      values (${`${userId}-2`}, '同事', ${`${userId}-2@users.invalid`}, ${`${userId}-2`}, '13911112222')`);
    await db.execute(
      sql`insert into member (user_id, company_id, role) values (${`${userId}-2`}, ${companyId}, 'buyer')`,
    );
    const colleague = await contextFor(`${userId}-2`);
    const inputs = [];
    for (const one of [who, colleague]) {
      const proof = await proofOf(one, await draftsFor(one));
      inputs.push({ one, input: { proof, code: await codeOf(db, one.actor.account.phone), puzzle: '' } });
    }
    const answers = await Promise.all(inputs.map(({ one, input }) => signContracts(one, input)));
    expect(new Set(answers.map(({ signed }) => signed[0]?.no)).size).toBe(1);
    // The answer was lost, and the same is sent again: the code is used up.
    const again = await signContracts(inputs[0]!.one, inputs[0]!.input);
    expect(again).toEqual(answers[0]);
    const made = await contractsOf(companyId);
    expect(made).toHaveLength(1);
    expect(await db.$count(contractSignature, eq(contractSignature.contractId, made[0]?.id ?? 0))).toBe(2);
  });

  it('is refused without a letter of authority that covers the day, and by the role', async () => {
    const lapsed = await pharmacy('2020-12-31');
    const drafts = await draftsFor(lapsed);
    await expect(proofOf(lapsed, drafts)).rejects.toMatchObject({
      code: 403,
      message: expect.stringContaining('采购授权委托书已于2020-12-31到期'),
    });
    const cookie = await loginAs('demo-caiwu');
    const answer = await request(routeOf(api.contractCode), { body: { tokens: [drafts[0]?.token] }, cookie });
    expect(answer.code).toBe(403);
  });

  it('is refused with another’s tokens, a wrong code, and for a text that has changed', async () => {
    const [who, other] = [await pharmacy(), await pharmacy()];
    const drafts = await draftsFor(who);
    await expect(proofOf(other, drafts)).rejects.toMatchObject({ code: 409 });
    await expect(
      askContractCode(who, { tokens: [`${drafts[0]?.token}x`], puzzle: '' }),
    ).rejects.toMatchObject({
      code: 409,
    });
    const proof = await proofOf(who, drafts);
    const code = await codeOf(db, who.actor.account.phone);
    const wrong = code === '000000' ? '000001' : '000000';
    await expect(signContracts(who, { proof, code: wrong, puzzle: '' })).rejects.toMatchObject({ code: 422 });
    await expect(signContracts(other, { proof, code, puzzle: '' })).rejects.toMatchObject({ code: 422 });
    await db.execute(sql`update company set name = name || '改' where id = ${who.actor.account.companyId}`);
    await expect(signContracts(who, { proof, code, puzzle: '' })).rejects.toMatchObject({ code: 409 });
    expect(await contractsOf(who.actor.account.companyId)).toEqual([]);
  });

  it('is seen by its own company alone', async () => {
    const [who, other] = [await pharmacy(), await pharmacy()];
    const { signed } = await sign(who);
    const no = signed[0]?.no ?? '';
    expect(await findOwnContract(other, no)).toBeNull();
    expect(await findOwnFile(other, no)).toBeNull();
    expect((await listContracts(other)).list).toEqual([]);
    expect((await listContracts(who)).list.map((one) => one.no)).toEqual([no]);
  });

  it('renews behind the end of what is in force, all that end with one code; fills the texts with the queries of one', async () => {
    await ask('both', 'order');
    const who = await pharmacy();
    await sign(who);
    await db
      .update(contract)
      .set({ validFrom: sql`current_date - 350`, validTo: sql`current_date + 14` })
      .where(eq(contract.companyId, who.actor.account.companyId));
    expect((await draftsFor(who)).length).toBe(0);
    await db.delete(rateLimit);
    const later = { ...who, now: new Date(who.now.getTime() + 60_000) };
    const { drafts } = await listDrafts(later, { merchants: '', renew: 1 });
    expect(drafts).toHaveLength(2);
    const { account } = who.actor;
    const partners = await listPartners(db, account, [], later.now);
    expect(partners.length).toBeGreaterThan(2);
    const settings = await getSettings(db);
    const fill = (some: readonly Partner[]) => () => fillDrafts(db, account, some, settings);
    expect(await queriesOf(fill(partners))).toBe(await queriesOf(fill(partners.slice(0, 1))));
    const proof = await proofOf(later, drafts);
    await signContracts(later, { proof, code: await codeOf(db, who.actor.account.phone), puzzle: '' });
    const { rows } = await db.execute<{
      days: number;
    }>(sql`select valid_from - current_date as days from contract
      where company_id = ${who.actor.account.companyId} and round = 2`);
    expect(rows.map(({ days }) => days)).toEqual([15, 15]);
  });
});

describe('the sealed file', () => {
  it('verifies as it is, and not with one byte changed', { timeout: 180_000 }, async () => {
    await ask('quality', 'order');
    const who = await pharmacy();
    const { signed } = await sign(who);
    const no = signed[0]?.no ?? '';
    const [first, second] = await Promise.all([findOwnFile(who, no), findOwnFile(who, no)]);
    expect(Buffer.from(first ?? []).equals(Buffer.from(second ?? []))).toBe(true);
    const bytes = first ?? new Uint8Array();
    const check = (changed: Uint8Array<ArrayBuffer>) =>
      checkContractFile(who, { file: { name: 'x.pdf', type: 'application/pdf', bytes: changed } });
    const good = await check(bytes);
    expect(good).toMatchObject({ is_valid: 1, no });
    expect(good.signers.map(({ name, is_intact, is_trusted }) => [name, is_intact, is_trusted])).toEqual([
      [who.actor.account.company, 1, 1],
      [expect.any(String), 1, 1],
    ]);
    expect(good.signers[0]?.chain.at(-1)).toContain('演示签章');
    for (const at of [20, Math.floor(bytes.length / 2), bytes.length - 2]) {
      const changed = new Uint8Array(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect((await check(changed)).is_valid, `byte ${at}`).toBe(0);
    }
    // The case of a digit of the signature itself changes nothing in it, but the file.
    const text = Buffer.from(bytes).toString('latin1');
    const digit = text.search(/\/Contents <[0-9a-f]*[a-f]/) + '/Contents <'.length;
    const at = text.slice(digit).search(/[a-f]/) + digit;
    const upper = new Uint8Array(bytes);
    upper[at] = (upper[at] ?? 0) - 32;
    expect((await check(upper)).is_valid).toBe(0);
    expect((await check(new Uint8Array(Buffer.from('%PDF-1.7')))).sentence).toContain(
      '没有可以核验的数字签名',
    );
  });

  it('shows the seal that its merchant had when it was sealed', { timeout: 180_000 }, async () => {
    await ask('quality', 'order');
    const upload = async (red: number, version: number, of = merchantId) =>
      setOwnSeal(atDesk('shangjia', of), { file: await sealFile(red), version });
    const signedFile = async () => {
      await db.delete(rateLimit);
      const who = await pharmacy();
      const { signed } = await sign(who);
      const read = async () => Buffer.from((await findOwnFile(who, signed[0]?.no ?? '')) ?? []);
      return { who, read };
    };
    const isShown = (pdf: Buffer) => pdf.includes('/SMask');
    const [before, unread] = [await signedFile(), await signedFile()];
    expect(isShown(await before.read())).toBe(false);
    // Of the same at once one version is made; another merchant's seal stays as it is.
    const both = await Promise.all([upload(200, 0), upload(200, 0)]);
    expect(both.map(({ version }) => version)).toEqual([1, 1]);
    expect(both[0]?.picture).toMatch(/^data:image\/png;base64,/);
    expect(await getOwnSeal(atDesk('x', merchantAsking))).toEqual({ version: 0, picture: '', versions: [] });
    await expect(upload(100, 0)).rejects.toMatchObject({ code: 409 });
    const after = await signedFile();
    const shown = await after.read();
    expect(isShown(shown)).toBe(true);
    expect(
      await checkContractFile(after.who, { file: { name: 'x.pdf', type: '', bytes: new Uint8Array(shown) } }),
    ).toMatchObject({ is_valid: 1 });
    // What was sealed before is made without it later, too, and stays as it is.
    expect([isShown(await unread.read()), isShown(await before.read())]).toEqual([false, false]);
    // A signature cannot show another merchant's picture.
    const theirs = await upload(50, 0, merchantAsking);
    expect(theirs.version).toBe(1);
    const [own] = await contractsOf((await signedFile()).who.actor.account.companyId);
    await expect(
      db
        .update(contractSignature)
        .set({ sealFileId: null })
        .where(eq(contractSignature.contractId, own?.id ?? 0)),
    ).rejects.toThrow();
    await db.transaction(async (tx) => {
      await tx.execute(sql`alter table contract_signature disable trigger user`);
      await tx.execute(sql`update contract_signature set seal_file_id = (
        select file_id from contract_seal where merchant_id = ${merchantAsking}) where contract_id = ${own?.id} and side = 'seller'`);
      await tx.execute(sql`alter table contract_signature enable trigger user`);
    });
    const reader = await contextFor(String((await listSignatures(db, [own?.id ?? 0]))[0]?.userId));
    await expect(findOwnFile(reader, own?.no ?? '')).rejects.toMatchObject({ code: 503 });
    // Taken away, the next one is drawn again.
    expect(await dropOwnSeal(atDesk(), { version: 1 })).toMatchObject({ version: 2, picture: '' });
    expect(isShown(await (await signedFile()).read())).toBe(false);
    const acts = await db.select().from(auditLog).where(eq(auditLog.act, 'contract.own_seal'));
    expect(acts.map(({ subjectKey }) => subjectKey)).toEqual(
      [merchantId, merchantAsking, merchantId].map(String),
    );
    expect((await db.select().from(contractSeal)).length).toBe(3);
  });

  it.each([
    ['a PDF', async () => pdfOf(), '须为图片'],
    ['a small one', async () => pictureOf('#c00', 'png', 100), '太小'],
    [
      'another kind of file',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      '格式不支持',
    ],
  ])('has no seal of %s', async (_, make, why) => {
    const file = { name: '章.png', type: 'image/png', bytes: new Uint8Array(await make()) };
    await expect(setOwnSeal(atDesk('x', 7), { file, version: 0 })).rejects.toMatchObject({
      code: 422,
      data: { errors: { file: [expect.stringContaining(why)] } },
    });
  });

  it('is made by the job for what was signed today', { timeout: 180_000 }, async () => {
    await ask('quality', 'order');
    const who = await pharmacy();
    await sign(who);
    await db.execute(sql`update contract set signed_at = signed_at - interval '2 days'
      where company_id <> ${who.actor.account.companyId}`);
    expect((await fileContracts(db, new Date())).done).toBeGreaterThan(0);
    const [made] = await contractsOf(who.actor.account.companyId);
    expect(made?.fileDigest).toMatch(/^[0-9a-f]{64}$/);
    expect((await fileContracts(db, new Date())).done).toBe(0);
  });
});

describe('the receiving package of an order', () => {
  it('has the contract that covered it and its invoice, as files and as pages', {
    timeout: 180_000,
  }, async () => {
    await ask('quality', 'order');
    const who = await pharmacy();
    const { signed } = await sign(who);
    const contractNo = signed[0]!.no;
    const { account } = who.actor;
    await makeSeller(db, await makeTaxed(db, asked), 'manual', '91330106MA2AYNWD8M');
    const placed = await order(db, account, [{ goodsId: asked, number }]);
    await pay(db, account, placed.trade_no);
    const no = placed.orders[0]!.no;
    await shipOrder(byStaff(db), { no });
    const zip = async () =>
      unzipSync(new Uint8Array(await new Response(await findPackage(who, no)).arrayBuffer()));
    const contents = async () => strFromU8((await zip())['目录.html']!);
    expect(await contents()).toContain('<td>发票</td><td>尚未开具');

    const id = await askInvoice(db, account, no);
    const invoiceNo = '26330000000000777777';
    await enterInvoice(byStaff(db), { id, number: invoiceNo, issued_on: dayKey(Date.now()) });
    expect(await contents()).toMatch(
      new RegExp(`${invoiceNo}，没有PDF文件</td><td><a href="[^"]+/zzfw/dzfp/${id}"`),
    );
    const bare = await pdfTexts((await findPackagePdf(who, no))!);
    // Contents, the note, what is missing, 首营资料, the list of invoices, the contract.
    expect(bare).toHaveLength(6);
    expect(bare.slice(1).find((text) => text.includes('发票清单'))).toContain(
      `没有PDF文件，请在网页上查看：http`,
    );

    const file = { name: 'a.pdf', type: 'application/pdf', bytes: new Uint8Array(pdfOf(2)) };
    await addInvoiceFile(byStaff(db), { id, kind: 'pdf', file });
    const files = await zip();
    expect(Buffer.from(files[`发票/发票${invoiceNo}.pdf`]!)).toEqual(pdfOf(2));
    const sealed = Object.keys(files).filter((name) => name.startsWith('电子合同/'));
    expect(sealed).toEqual([expect.stringContaining(contractNo)]);
    expect(Buffer.from(files[sealed[0]!]!)).toEqual(Buffer.from((await findOwnFile(who, contractNo))!));
    expect(strFromU8(files['首营资料.html']!)).toContain(`<td>${contractNo}</td>`);
    // It stands for the scan that 首营资料 require.
    expect(strFromU8(files['目录.html']!)).not.toMatch(/缺少：首营资料 供货单位：[^<]*质量保证协议/);
    const [supplier] = (await getOrderPapers(who, { no })).onboarding;
    expect(supplier?.papers.find(({ number: of }) => of === contractNo)).toMatchObject({
      is_lacking: 0,
      files: [{ url: `/file/contract/${contractNo}` }],
    });
    const bytes = (await findPackagePdf(who, no))!;
    const texts = await pdfTexts(bytes);
    expect(texts).toHaveLength(8);
    expect(texts[0]).toMatch(
      new RegExp(`发票发票清单1张.*普通发票${invoiceNo}2页.*电子合同质量保证协议${contractNo}（打印件）`),
    );
    // Seals, digest and where to check it are on one sheet.
    const sealedTexts = await pdfTexts((await findOwnFile(who, contractNo))!);
    expect(sealedTexts.find((text) => text.includes('正文摘要'))).toMatch(/签署人.*正文摘要.*核验合同/s);
    expect(sealedTexts).toHaveLength(1);
    const first = texts.find((text) => text.includes('核验原件'));
    expect(first).toContain('/dzht/verify');
    expect(texts.filter((text) => text.includes(`普通发票${invoiceNo}（`))).toHaveLength(2);
    expect(texts.at(-1)).toContain(`质量保证协议${contractNo}（打印件）`);
    // Pages of another file carry no signature of their own.
    expect(Buffer.from(bytes).includes('/ByteRange')).toBe(false);
    expect(await findPackage(await pharmacy(), no)).toBeNull();
  });
});

describe('the desk', () => {
  it('seals by hand where the rule says so: in force only then, once', async () => {
    await ask('quality', 'order', false);
    const who = await pharmacy();
    expect((await sign(who)).waiting).toBe(1);
    const { account } = who.actor;
    await expect(order(db, account, [{ goodsId: asked, number }])).rejects.toMatchObject({
      code: 459,
      message: expect.stringContaining('等待商家盖章'),
    });
    const [made] = await contractsOf(account.companyId);
    const id = made?.id ?? 0;
    const waiting = async (of: number) => {
      const context = atDesk('x', of);
      const { count } = (await listToday(context)).find(({ href }) => href === '/desk/contracts')!;
      const { rows } = await askList(context, contractList, { standing: 'to_seal' });
      expect(rows).toHaveLength(count);
      return rows.map((one) => one.id).includes(id);
    };
    expect([await waiting(merchantId), await waiting(merchantAsking)]).toEqual([true, false]);
    await expect(sealAtDesk(atDesk('x', merchantAsking), { id })).rejects.toMatchObject({ code: 404 });
    const results = await Promise.allSettled([
      sealAtDesk(atDesk(), { id }),
      sealAtDesk(atDesk('yi'), { id }),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await waiting(merchantId)).toBe(false);
    await db.delete(cartLine).where(eq(cartLine.userId, account.userId));
    expect((await order(db, account, [{ goodsId: asked, number }])).trade_no).not.toBe('');
  });

  it('makes void with a reason that the company reads; what rests on it stops', async () => {
    await ask('quality', 'order');
    const who = await pharmacy();
    await sign(who);
    const { account } = who.actor;
    const [made] = await contractsOf(account.companyId);
    const id = made?.id ?? 0;
    const act = { ...atDesk(), reason: '资料不实' };
    await expect(
      voidContract({ ...act, actor: { ...act.actor, merchantId: merchantAsking } }, { id }),
    ).rejects.toMatchObject({ code: 404 });
    await Promise.all([voidContract(act, { id }), voidContract(act, { id })]);
    const messages = await db.select().from(message).where(eq(message.companyId, account.companyId));
    expect(messages.filter(({ title }) => title.includes('已作废')).map(({ body }) => body)).toEqual([
      expect.stringContaining('资料不实'),
    ]);
    await expect(order(db, account, [{ goodsId: asked, number }])).rejects.toMatchObject({ code: 459 });
    const records = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectKey, String(id)));
    expect(records.filter(({ subject }) => subject === 'contract')).toMatchObject([
      {
        act: 'contract.void',
        actorId: 'shangjia',
        before: { state: 'signed' },
        after: { reason: '资料不实' },
      },
    ]);
  });

  it('sends by names, once, and says who was left out', async () => {
    const who = await pharmacy();
    const { company } = who.actor.account;
    const input = { companies: `${company}\n没有这家`, kind: 'quality' };
    expect(await sendContract(atDesk(), input)).toMatchObject({
      sent: 1,
      left: [expect.stringContaining('没有这家')],
    });
    expect(await sendContract(atDesk(), input)).toMatchObject({ sent: 0 });
    await ask('none', 'order');
    const { signed } = await sign(who);
    expect(signed).toMatchObject([{ state: 'signed' }]);
    await expect(sendContract(atDesk(), { companies: company, kind: 'platform' })).rejects.toMatchObject({
      code: 422,
    });
    expect((await sendContract(byStaff(db), { companies: company, kind: 'platform' })).sent).toBe(1);
  });

  it('keeps a rule: the second of two changes at once is refused', async () => {
    const rule = await getContractRule(atDesk('x', 7));
    const change = {
      asks: 'quality' as const,
      step: 'pay' as const,
      seals_itself: 1 as const,
      ...{ signer_name: '', signer_phone: '', remote_seal: '' },
      version: rule.version,
    };
    const other = { ...change, asks: 'both' as const };
    const results = await Promise.allSettled([
      setContractRule(atDesk('x', 7), change),
      setContractRule(atDesk('y', 7), other),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const now = await getContractRule(atDesk('x', 7));
    expect(await setContractRule(atDesk('x', 7), { ...change, asks: now.asks, version: 0 })).toEqual(now);
    await db.delete(contractRule).where(eq(contractRule.merchantId, 7));
  });

  it('publishes a version: what is signed keeps its text', async () => {
    await ask('quality', 'order');
    const who = await pharmacy();
    await sign(who);
    const { list } = await getTemplates({ db });
    const newest = list.find(({ kind }) => kind === 'quality');
    const input = {
      kind: 'quality',
      body: `${newest?.body}\n第十一条 补充`,
      note: '补充一条',
      version: newest?.version ?? 0,
    };
    const results = await Promise.allSettled([
      publishTemplate(byStaff(db), input),
      publishTemplate(byStaff(db), { ...input, body: `${input.body}二` }),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(
      publishTemplate(byStaff(db), { ...input, body: '空', version: input.version + 1 }),
    ).rejects.toMatchObject({ code: 422 });
    const [made] = await contractsOf(who.actor.account.companyId);
    expect(made?.body).not.toContain('补充');
    expect((await draftsFor(await pharmacy()))[0]).toMatchObject({ version: input.version + 1 });
    await expect(db.execute(sql`update contract set body = 'x' where id = ${made?.id}`)).rejects.toThrow();
  });
});

it('reminds at 60, 30 and 7 days, once each, and not of what is renewed', async () => {
  await ask('quality', 'order');
  const who = await pharmacy();
  await sign(who);
  const { companyId } = who.actor.account;
  const titles = async () =>
    (await db.select().from(message).where(eq(message.companyId, companyId))).map(({ title }) => title);
  for (const days of [59, 29, 6]) {
    await db
      .update(contract)
      .set({
        validFrom: sql`current_date - 300`,
        validTo: sql`(now() at time zone 'Asia/Shanghai')::date + ${days}::int`,
      })
      .where(eq(contract.companyId, companyId));
    await remindContracts(db, new Date());
    await remindContracts(db, new Date());
  }
  expect((await titles()).map((title) => /还有(\d+)天/.exec(title)?.[1])).toEqual(['59', '29', '6']);
});

it('the page of demo says what is asked, in force, ending and ended', async () => {
  const demo = await contextOf(db, 'demo');
  expect(demo.actor.account.userId).toBe(users.demo);
  const { pairs, list } = await listContracts(demo);
  const states = new Set(pairs.map(({ state }) => state));
  expect([...states]).toEqual(expect.arrayContaining(['in_force', 'expiring', 'lapsed', 'none']));
  const today = dayKey(Date.now());
  for (const { state, state_text: text, valid_to: to } of list)
    if (state === 'signed') expect(text).toBe(to < today ? '已过期' : '已签署');
  expect(list.some(({ state_text: text }) => text === '已过期')).toBe(true);
  // Nobody asks for the agreement with the platform, and it is not among what is to be signed.
  expect(pairs.find(({ kind }) => kind === 'platform')).toMatchObject({
    state_text: '未签署（可选）',
    is_asked: 0,
  });
  const { drafts } = await listDrafts(demo, { merchants: String(merchantAsking), renew: 0 });
  expect(drafts.map(({ kind, merchant_id }) => [kind, merchant_id])).toEqual([['quality', merchantAsking]]);
});
