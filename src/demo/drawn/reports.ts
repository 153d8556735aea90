/** 药检报告 of the demo's lots, drawn like its licences: real ones would belong to a real company. */
import { createHash } from 'node:crypto';
import { escapeXml } from '#lib/rules/text/xml.ts';
import { eachRow, type RowsDone } from '#lib/server/core/jobs/each-row.ts';
import type { Db } from '#lib/server/db/client.ts';
import { canWriteChinese } from '#lib/server/engines/pictures/raster.ts';
import {
  type BareLot,
  findBareLot,
  listBareLots,
  merchantFileAddress,
  saveMerchantFile,
  setReport,
} from '#lib/server/files/report-rows.ts';
import { lockGoods } from '#lib/server/goods/stock-rows.ts';
import { openFiles } from '#lib/server/ports/files/store.ts';
import { stories } from '../seed/company-stories.ts';
import { companies } from '../seed/known.ts';
import { asPdf, drawnFont, drawnSize } from './drawing.ts';

const job = 'drawDemoReports';
const lastCompany = Math.max(...stories.map(({ login }) => companies[login]));
const { width, height } = drawnSize;

/**
 * Draws a report for lots that the demo's companies got lately, except every fourth, so that it can be requested. A
 * repeat changes nothing.
 */
export async function drawDemoReports(db: Db, now: Date): Promise<RowsDone> {
  if (!canWriteChinese()) return { done: 0, failed: 0 };
  return eachRow(db, {
    job,
    now,
    list: () => listBareLots(db, job, lastCompany, now),
    work: (key: string) => drawOne(db, key, now),
  });
}

async function drawOne(db: Db, key: string, now: Date): Promise<number> {
  const lot = await findBareLot(db, key);
  if (lot === null) return 0;
  const { default: sharp } = await import('sharp');
  const picture = await sharp(Buffer.from(draw(lot)))
    .jpeg({ quality: 80 })
    .toBuffer();
  const stored = asPdf(picture);
  const { merchantId, goodsId, lotNo } = lot;
  const digest = createHash('sha256').update(stored).digest('hex');
  const files = await openFiles();
  await files.put(merchantFileAddress({ merchantId, digest }), 'stored', stored);
  await db.transaction(async (tx) => {
    await lockGoods(tx, [goodsId]);
    const row = await saveMerchantFile(tx, {
      merchantId,
      kind: 'test_report',
      digest,
      contentType: 'application/pdf',
      bytes: stored.byteLength,
      name: `${lot.name}_${lotNo}_药检报告.pdf`,
      uploadedBy: 'demo',
      createdAt: now,
    });
    await setReport(tx, { goodsId, lotNo, fileId: row.id, now });
  });
  return 1;
}

function draw({ name, spec, maker, lotNo, producedOn, expiresOn }: BareLot): string {
  const lines = [
    ['品　　名', name],
    ['规　　格', spec],
    ['生产企业', maker],
    ['批　　号', lotNo],
    ['生产日期', producedOn],
    ['有效期至', expiresOn],
    ['性　　状', '符合规定'],
    ['鉴　　别', '符合规定'],
    ['检　　查', '符合规定'],
    ['含量测定', '符合规定'],
    ['结　　论', '本品按现行质量标准检验，结果符合规定'],
  ];
  const text = lines
    .map(
      ([head, value], at) =>
        `<text x="80" y="${190 + at * 54}" fill="#5b6472">${head}</text><text x="210" y="${190 + at * 54}">${escapeXml(value ?? '')}</text>`,
    )
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${drawnFont}" font-size="22" fill="#1d2129">
<rect width="100%" height="100%" fill="#fff"/><text x="360" y="110" font-size="38" font-weight="700" text-anchor="middle">检验报告书</text>${text}
<circle cx="560" cy="840" r="76" fill="none" stroke="#c0392b" stroke-width="5" opacity=".75"/><text x="560" y="849" font-size="24" text-anchor="middle" fill="#c0392b" opacity=".8">演示用章</text>
<text x="360" y="965" font-size="18" text-anchor="middle" fill="#5b6472">演示数据，不是真实报告</text></svg>`;
}
