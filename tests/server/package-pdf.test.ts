/** The receiving package as one PDF: contents with the right numbers, papers, scans, and what cannot be read. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { degrees, PDFArray, PDFDict, PDFDocument, PDFName, type PDFRef } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { goodsPlain, goodsPlainSecond } from '#demo/seed/known.ts';
import type { Context } from '#lib/server/core/context.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { setLotReport, setSeal } from '#lib/server/lots/reports.ts';
import { findPackagePdf } from '#lib/server/receiving/package-pdf.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { pdfOf, pictureOf } from '#tests/support/papers.ts';
import { pdfPicture, pdfTexts } from '#tests/support/pdf-text.ts';
import { callHandler, loginAs } from '#tests/support/request.ts';
import { GET } from '../../src/pages/file/package/[no]/pdf.ts';

const { db, pool } = await testDatabase();
await payFreely(db);
const folder = mkdtempSync(path.join(os.tmpdir(), 'yaopi-package-pdf-'));
completeEnv({ FILES_TO: path.join(folder, 'files') });
afterAll(() => rmSync(folder, { recursive: true }));

const merchantId: number = (await pool.query('select merchant_id from goods where id = $1', [goodsPlain]))
  .rows[0].merchant_id;
const clerk: Context<'merchant'> = {
  db,
  now: new Date(),
  actor: { kind: 'merchant', name: '库管', merchantId },
  requestId: 'test',
};
let warehouse = 30_000;
const codes = Array.from({ length: 1_000 }, (_, n) => `86${String(n).padStart(18, '0')}`);

/** An order of two goods, sent in two parcels: the first with codes. */
async function sent() {
  const place = { warehouseId: warehouse++, merchantId };
  const goods = [
    await makeGoods(db, goodsPlain, 1_000, place),
    await makeGoods(db, goodsPlainSecond, 1_000, place),
  ];
  const [buyer, stranger] = await makeBuyers(db, 2, 100_000_000);
  const made = await order(
    db,
    buyer!,
    goods.map((goodsId) => ({ goodsId, number: 200 })),
  );
  await pay(db, buyer!, made.trade_no);
  const no = made.orders[0]!.no;
  const { rows } = await pool.query<{ id: number; goods_id: number; lot_no: string; name: string }>(
    `select l.id, l.goods_id, g.lot_no, l.snapshot->>'name' as name from order_line l
     join goods g on g.id = l.goods_id where order_no = $1 order by l.id`,
    [no],
  );
  const own = codes.splice(0, 200);
  await shipOrder(clerk, {
    no,
    carrier: '顺丰速运',
    trackingNo: `SF-A${no}`,
    lines: [{ id: rows[0]!.id, pieces: 200, traceCodes: own }],
  });
  await shipOrder(clerk, {
    no,
    carrier: '京东物流',
    trackingNo: `JD-B${no}`,
    lines: [{ id: rows[1]!.id, pieces: 200 }],
  });
  return { no, rows, own, mine: contextOf(db, buyer!), theirs: contextOf(db, stranger!) };
}

const report = (lot: { goods_id: number; lot_no: string }, bytes: Buffer) =>
  setLotReport(clerk, {
    goods: lot.goods_id,
    lot_no: lot.lot_no,
    file: { name: '报告.pdf', type: 'application/pdf', bytes: new Uint8Array(bytes) },
  });

/** Where the links of the first page lead to, as numbers of pages. */
async function linksOf(bytes: Uint8Array): Promise<number[]> {
  const doc = await PDFDocument.load(bytes);
  const refs = doc.getPages().map(({ ref }) => ref);
  const links = doc.getPage(0).node.Annots()?.asArray() ?? [];
  return links.map((one) => {
    const dest = doc.context.lookup(one, PDFDict).lookup(PDFName.of('Dest'), PDFArray);
    return refs.indexOf(dest.get(0) as PDFRef) + 1;
  });
}

// Programs apart get what time the other tests leave them.
describe('the PDF of a package', { timeout: 240_000 }, () => {
  it('has contents, a note for each parcel, codes, what is missing, and the reports of its lots as pages', async () => {
    const { no, rows, own, mine } = await sent();
    await setSeal(clerk, {
      file: { name: '章.png', type: 'image/png', bytes: new Uint8Array(await pictureOf('#c0392b', 'png')) },
    });
    const [first, second] = rows;
    await report(first!, pdfOf(3));
    const bytes = (await findPackagePdf(mine, no))!;
    const texts = await pdfTexts(bytes);
    if (process.env.SHOTS) {
      writeFileSync(`${process.env.SHOTS}/package.pdf`, bytes);
      for (const at of texts.keys())
        writeFileSync(`${process.env.SHOTS}/pdf-${at + 1}.png`, await pdfPicture(bytes, at));
    }
    // Contents, two notes, codes, what is missing, 首营资料, three pages of a report.
    expect(texts).toHaveLength(9);
    expect(texts[0]).toContain(`订单${no}收货资料`);
    for (const [at, text] of texts.entries()) expect(text).toContain(`第${at + 1}页共9页`);
    expect(texts[1]).toContain(`SF-A${no}`);
    expect(texts[1]).toContain(first!.name.replace(/\s/g, ''));
    expect(texts[1]).toContain(first!.lot_no);
    expect(texts[1]).not.toContain(second!.lot_no);
    expect(texts[2]).toContain(`JD-B${no}`);
    for (const code of own) expect(texts[3]).toContain(code);
    expect(texts[4]).toContain('缺少的资料');
    expect(texts[4]).toContain('缺200个');
    expect(texts[4]).toContain(second!.lot_no);
    expect(texts[5]).toContain('营业执照');
    for (const n of [1, 2, 3])
      expect(texts[5 + n]).toMatch(new RegExp(`药检报告${first!.name}.*批号${first!.lot_no}（${n}/3）`));
    // The numbers that are written are those that the links lead to, and each part is where they say.
    expect(await linksOf(bytes)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(texts[0]).toMatch(/随货同行单.*2.*3.*追溯码清单200个4.*缺少的资料\d+项5.*品种6.*药检报告.*7目录/);
    // The font is cut to what is written.
    expect(bytes.byteLength).toBeLessThan(400_000);
  });

  it('goes on where a scan cannot be read, and says which', async () => {
    const { no, rows, mine } = await sent();
    const [first, second] = rows;
    const before = new Set(readdirSync(path.join(folder, 'files')));
    await report(first!, pdfOf(4));
    const [stored] = readdirSync(path.join(folder, 'files')).filter((name) => !before.has(name));
    writeFileSync(path.join(folder, 'files', stored!, 'stored'), pdfOf(4).subarray(0, 120));
    await report(second!, pdfOf(5));
    const texts = await pdfTexts((await findPackagePdf(mine, no))!);
    const at = texts.findIndex((text) => text.includes('无法并入本PDF'));
    expect(texts[at]).toContain(first!.lot_no);
    expect(texts[at]).toContain('资料包（ZIP）');
    // Contents, two notes, codes, what is missing, 首营资料, the page in its place, five of the other.
    expect(texts).toHaveLength(12);
    expect(texts[at + 5]).toContain(`批号${second!.lot_no}（5/5）`);
  });

  it('leaves a turned page as it is shown, with its line below', async () => {
    const { no, rows, mine } = await sent();
    const source = await PDFDocument.create();
    for (const turn of [0, 90, 180, 270]) {
      const page = source.addPage([400, 600]);
      page.drawRectangle({ x: 20, y: 20, width: 360, height: 560 });
      page.setRotation(degrees(turn));
    }
    await report(rows[0]!, Buffer.from(await source.save()));
    const bytes = (await findPackagePdf(mine, no))!;
    const texts = await pdfTexts(bytes);
    expect(texts).toHaveLength(10);
    for (const [n, turn] of [0, 90, 180, 270].entries()) {
      const at = 6 + n;
      expect(texts[at]).toContain(`（${n + 1}/4）`);
      const picture = await pdfPicture(bytes, at);
      if (process.env.SHOTS) writeFileSync(`${process.env.SHOTS}/turn-${turn}.png`, picture);
    }
  });

  it('is not there for another company, a visitor and an unknown number, and is for a colleague', async () => {
    const { no, mine, theirs } = await sent();
    expect(await findPackagePdf(theirs, no)).toBeNull();
    const see = async (cookie: string, of = no) =>
      (await callHandler(GET, { params: { no: of }, cookie })).status;
    expect(await see('')).toBe(404);
    expect(await see(await loginAs('other'))).toBe(404);
    expect(await see(await loginAs('demo'), 'D0')).toBe(404);
    const { account } = mine.actor;
    const colleague = { ...mine, actor: { ...mine.actor, account: { ...account, userId: 'colleague' } } };
    expect(await findPackagePdf(colleague, no)).not.toBeNull();
  });
});
