/** 首营资料 in a receiving package: scans in ZIP and PDF, what is missing or has expired, and files that are hard to read. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import type { OnboardingKind } from '#lib/rules/companies/onboarding.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '#lib/server/core/context.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { merchantFileAddress } from '#lib/server/files/report-rows.ts';
import { addOnboardingPage, uploadOnboarding } from '#lib/server/onboarding/change.ts';
import { findPackage } from '#lib/server/receiving/package.ts';
import { findPackagePdf } from '#lib/server/receiving/package-pdf.ts';
import { askOrderPapers } from '#lib/server/receiving/papers.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { pdfOf, pictureOf } from '#tests/support/papers.ts';
import { pdfPicture, pdfTexts } from '#tests/support/pdf-text.ts';

const { db, pool } = await testDatabase();
await payFreely(db);
const folder = mkdtempSync(path.join(os.tmpdir(), 'yaopi-package-onboarding-'));
completeEnv({ FILES_TO: path.join(folder, 'files') });
afterAll(() => rmSync(folder, { recursive: true }));

const { rows: own } = await pool.query(
  `select g.merchant_id, p.maker, p.name, p.spec from goods g join product p on p.id = g.product_id where g.id = $1`,
  [goodsPlain],
);
const { merchant_id: merchantId, maker, name, spec } = own[0];
const clerk: Context<'merchant'> = {
  db,
  now: new Date(),
  actor: { kind: 'merchant', name: '资料', merchantId },
  requestId: 'test',
};
const later = dayKey(Date.now() + 400 * 86_400_000);
const upload = (bytes: Buffer, type = 'application/pdf') => ({
  name: '扫描件',
  type,
  bytes: new Uint8Array(bytes),
});

async function hand(kind: OnboardingKind, bytes: Buffer, { goods = 0, validTo = '' } = {}): Promise<number> {
  const { rows } = await pool.query(
    `select id from onboarding_paper where merchant_id = $1 and kind = $2 and ended_at is null
       and goods_id is not distinct from $3`,
    [merchantId, kind, kind.startsWith('maker') || goods === 0 ? null : goods],
  );
  const replaces = rows[0]?.id ?? 0;
  const sheet = await uploadOnboarding(clerk, {
    goods,
    kind,
    number: '',
    valid_to: validTo,
    replaces,
    file: upload(bytes),
  });
  return sheet.rows.find((row) => row.kind === kind)!.id;
}

async function sent() {
  const goodsId = await makeGoods(db, goodsPlain, 100, { merchantId });
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  const made = await order(db, buyer!, [{ goodsId, number: 10 }]);
  await pay(db, buyer!, made.trade_no);
  const no = made.orders[0]!.no;
  await shipOrder(byStaff(db), { no });
  return { no, goodsId, mine: contextOf(db, buyer!) };
}

/** A PDF of one page of this size, as it stands in the file. */
const boxed = (box: string) =>
  Buffer.from(pdfOf().toString('latin1').replace('[0 0 595 842]', box), 'latin1');

/** A PDF of two pages that nobody may change, and who does not know the password may not open. */
async function shut(userPassword: string): Promise<Buffer> {
  const doc = await PDFDocument.load(pdfOf(2));
  doc.encrypt({ userPassword, ownerPassword: 'owner', permissions: { modifying: false } });
  return Buffer.from(await doc.save({ useObjectStreams: false }));
}

/** Other bytes in the store than were read when they were handed in. */
async function replaceStored(kind: OnboardingKind, bytes: Buffer): Promise<void> {
  const { rows } = await pool.query<{ digest: string }>(
    `select f.digest from onboarding_paper p join onboarding_page g on g.paper_id = p.id
     join merchant_file f on f.id = g.file_id where p.merchant_id = $1 and p.kind = $2 and p.ended_at is null`,
    [merchantId, kind],
  );
  const place = merchantFileAddress({ merchantId, digest: rows[0]!.digest });
  writeFileSync(path.join(folder, 'files', place, 'stored'), bytes);
}

const unzipped = async (mine: Context<'buyer'>, no: string) =>
  unzipSync(new Uint8Array(await new Response(await findPackage(mine, no)).arrayBuffer()));

// Programs apart get what time the other tests leave them.
describe('首营资料 in a package', { timeout: 240_000 }, () => {
  it('are scans in folders and pages, and what is missing or has expired is listed', async () => {
    const { no, goodsId, mine } = await sent();
    await hand('business_licence', pdfOf(2));
    const licence = await hand('drug_licence', await pictureOf('#1f6fd6'), { validTo: later });
    await addOnboardingPage(clerk, {
      id: licence,
      goods: 0,
      file: upload(await pictureOf('#0a7d5a', 'png')),
    });
    await hand('quality_agreement', pdfOf(3), { validTo: later });
    await pool.query(`update onboarding_paper set valid_to = '2026-01-31' where kind = 'quality_agreement'`);
    await hand('maker_business_licence', pdfOf(4), { goods: goodsId });
    await hand('approval', pdfOf(5), { goods: goodsId, validTo: later });
    await askOrderPapers(mine, { no });

    const files = await unzipped(mine, no);
    expect(Object.keys(files).filter((one) => one.startsWith('首营资料/'))).toEqual([
      '首营资料/供货单位/营业执照.pdf',
      '首营资料/供货单位/药品经营许可证或药品生产许可证 1.jpg',
      '首营资料/供货单位/药品经营许可证或药品生产许可证 2.jpg',
      '首营资料/供货单位/质量保证协议（2026-01-31过期）.pdf',
      `首营资料/生产企业 ${maker}/生产企业营业执照.pdf`,
      `首营资料/${`${name} ${spec}`.replaceAll('*', '_')} ${goodsId}/药品注册批件或再注册批件.pdf`,
    ]);
    const contents = strFromU8(files['目录.html']!);
    expect(contents).toContain('缺少：首营资料 供货单位：质量保证协议');
    expect(contents).toContain('已过期，已向商家索取');
    expect(contents).toContain('供货单位：销售人员授权委托书、印章印模、随货同行单样式、开户许可和开票资料');
    expect(contents).not.toContain('企业年度报告公示');

    const bytes = (await findPackagePdf(mine, no))!;
    const texts = await pdfTexts(bytes);
    if (process.env.SHOTS) {
      writeFileSync(`${process.env.SHOTS}/onboarding.pdf`, bytes);
      for (const at of texts.keys())
        writeFileSync(`${process.env.SHOTS}/onboarding-${at + 1}.png`, await pdfPicture(bytes, at, 1));
    }
    // Contents, the note, what is missing, 首营资料 as registered; then 2 + 1 + 1 + 3 + 4 + 5 pages of scans.
    expect(texts).toHaveLength(20);
    expect(texts[0]).toMatch(/首营资料扫描件供货单位营业执照2页5.*许可证第1份1页7.*第2份1页8/);
    expect(texts[0]).toContain('质量保证协议（2026-01-31过期）3页9');
    expect(texts[2]).toContain('已过期，已向商家索取');
    expect(texts[2]).toContain('包装、标签、说明书样稿');
    for (const [at, text] of texts.entries()) expect(text).toContain(`第${at + 1}页共20页`);
    expect(texts[6]).toContain('药品经营许可证或药品生产许可证第1份');
    expect(texts[19]).toContain('药品注册批件或再注册批件（5/5）');
    // Pictures stand on sheets of A4, lying as they are wider than high.
    const doc = await PDFDocument.load(bytes);
    expect(doc.getPage(6).getSize()).toEqual({ width: 841.89, height: 595.28 });
  });

  it('that were encrypted are refused when they are handed in', async () => {
    for (const userPassword of ['', 'secret'])
      await expect(hand('bank_details', await shut(userPassword))).rejects.toMatchObject({
        code: 422,
        message: expect.stringContaining('已加密'),
      });
  });

  it('that lie encrypted in the store all the same have a page in their place that says so', async () => {
    const { no, mine } = await sent();
    // Bytes of its own: a file that is handed in twice is one.
    await hand('note_specimen', pdfOf(2, '/Own 1'));
    const whole = await pdfTexts((await findPackagePdf(mine, no))!);
    expect(whole.filter((text) => text.includes('随货同行单样式（'))).toHaveLength(2);
    for (const userPassword of ['', 'secret']) {
      await replaceStored('note_specimen', await shut(userPassword));
      const texts = await pdfTexts((await findPackagePdf(mine, no))!);
      expect(texts).toHaveLength(whole.length - 1);
      expect(texts.filter((text) => text.includes('无法并入本PDF'))).toEqual([
        expect.stringContaining('供货单位随货同行单样式'),
      ]);
      expect(texts[0]).toContain('随货同行单样式未能并入，见资料包');
    }
    await replaceStored('note_specimen', pdfOf(2, '/Own 1'));
  });

  it.each([
    ['[0 0 1000000000 1000000000]', false],
    ['[0 0 0 0]', false],
    ['[0 0 0.001 0.001]', false],
    ['[0 0 99999 2]', false],
    ['[-1e30 -1e30 1e30 1e30]', false],
    ['[(a) (b) (c) (d)]', false],
    ['[0 0]', false],
    ['/Nothing', false],
    ['[595 842 0 0]', true],
    ['[-100 -100 495 742]', true],
    ['[0 0 3000 4000]', true],
  ])('with a page of %s do not break it', async (box, isPage) => {
    const { no, mine } = await sent();
    await hand('seal_specimens', pdfOf(3, '/Own 2'));
    await replaceStored('seal_specimens', boxed(box));
    const bytes = (await findPackagePdf(mine, no))!;
    const texts = await pdfTexts(bytes);
    expect(texts.filter((text) => text.includes('无法并入本PDF'))).toHaveLength(isPage ? 0 : 1);
    const at = texts.findIndex((text) => text.startsWith('供货单位印章印模'));
    expect(texts[at]).toContain(`第${at + 1}页共${texts.length}页`);
    const sizes = (await PDFDocument.load(bytes)).getPages().flatMap((page) => Object.values(page.getSize()));
    expect(Math.max(...sizes)).toBeLessThan(14_400);
    expect(Math.min(...sizes)).toBeGreaterThan(500);
  });

  it('with such bounds are refused in words or kept when they are handed in', async () => {
    for (const box of ['[0 0 1000000000 1000000000]', '[0 0 0 0]', '[(a) (b) (c) (d)]', '/Nothing'])
      expect(await hand('seal_specimens', boxed(box)).catch((error: { code: number }) => error.code)).toEqual(
        expect.any(Number),
      );
  });
});
