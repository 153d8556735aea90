/** Pictures of the demo's papers, drawn like the pictures of its goods: real ones would be somebody's. */
import { createHash } from 'node:crypto';
import { type PaperKind, paperNames } from '#lib/rules/companies/qualification.ts';
import { escapeXml } from '#lib/rules/text/xml.ts';
import type { Db } from '../../db/client.ts';
import { stories } from '../../db/seed/company-stories.ts';
import { companies } from '../../db/seed/known.ts';
import { addressOf, openFiles } from '../../files/store.ts';
import { eachRow, type RowsDone } from '../../jobs/rows.ts';
import { canWriteChinese } from '../../pictures/raster.ts';
import { attachFile, findBarePaper, keepFile, listBarePapers } from '../../repos/files.ts';

const job = 'drawDemoPapers';
const lastCompany = Math.max(...stories.map(({ login }) => companies[login]));
const width = 720;
const height = 1000;

/** Gives each of the demo's own papers that has no picture one. Again it changes nothing. */
export async function drawDemoPapers(db: Db, now: Date): Promise<RowsDone> {
  if (!canWriteChinese()) return { done: 0, failed: 0 };
  return eachRow(db, {
    job,
    now,
    list: () => listBarePapers(db, job, lastCompany, now),
    work: (id: number) => drawOne(db, id, now),
  });
}

type Bare = NonNullable<Awaited<ReturnType<typeof findBarePaper>>>;

async function drawOne(db: Db, id: number, now: Date): Promise<number> {
  const paper = await findBarePaper(db, id);
  if (paper === null) return 0;
  const { default: sharp } = await import('sharp');
  const stored = await sharp(Buffer.from(draw(paper)))
    .jpeg({ quality: 82 })
    .toBuffer();
  const row = await keepFile(db, {
    companyId: paper.companyId,
    digest: createHash('sha256').update(stored).digest('hex'),
    kind: 'image',
    contentType: 'image/jpeg',
    bytes: stored.byteLength,
    width,
    height,
    name: `${paperNames[paper.kind]}.jpg`,
    createdAt: now,
  });
  const files = await openFiles();
  await files.put(addressOf(row), 'preview', stored);
  await files.put(addressOf(row), 'stored', stored);
  return (await attachFile(db, id, row.id)) ? 1 : 0;
}

const frames: Partial<Record<PaperKind, string>> = { business_licence: '#b8372b', drug_licence: '#1f6fd6' };

function draw({ kind, number, company, validFrom, validTo }: Bare): string {
  const frame = frames[kind] ?? '#0a7d5a';
  const lines = [
    ['编　　号', number],
    ['名　　称', company],
    ['发证日期', validFrom ?? ''],
    ['有效期至', validTo ?? '长期'],
    ['发证机关', '示范市场监督管理局'],
  ];
  const text = lines
    .map(
      ([name, value], at) =>
        `<text x="90" y="${330 + at * 76}" fill="#5b6472">${name}</text><text x="230" y="${330 + at * 76}">${escapeXml(value ?? '')}</text>`,
    )
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Noto Sans CJK SC,WenQuanYi Micro Hei,PingFang SC,Microsoft YaHei,sans-serif" font-size="24" fill="#1d2129">
<rect width="100%" height="100%" fill="#fdfbf5"/><rect x="30" y="30" width="660" height="940" fill="none" stroke="${frame}" stroke-width="10"/><rect x="48" y="48" width="624" height="904" fill="none" stroke="${frame}" stroke-width="2"/>
<text x="360" y="190" font-size="46" font-weight="700" text-anchor="middle">${escapeXml(paperNames[kind])}</text>${text}
<circle cx="530" cy="790" r="88" fill="none" stroke="#c0392b" stroke-width="6" opacity=".75"/><text x="530" y="800" font-size="28" text-anchor="middle" fill="#c0392b" opacity=".8">演示用章</text>
<text x="360" y="925" font-size="20" text-anchor="middle" fill="#5b6472">演示数据，不是真实证件</text></svg>`;
}
