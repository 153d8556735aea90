/** Pictures of the demo's licences, drawn like the pictures of its items: real ones would belong to a real company. */
import { createHash } from 'node:crypto';
import { type PaperKind, paperNames } from '#lib/rules/companies/qualification.ts';
import { eachRow, type RowsDone } from '#lib/server/core/jobs/each-row.ts';
import type { Db } from '#lib/server/db/client.ts';
import { canWriteChinese } from '#lib/server/engines/pictures/raster.ts';
import { attachFile, findBarePaper, listBarePapers, saveFile } from '#lib/server/files/rows.ts';
import { addressOf, openFiles } from '#lib/server/ports/files/store.ts';
import { stories } from '../seed/company-stories.ts';
import { companies } from '../seed/known.ts';
import { drawnSize, drawPaper } from './drawing.ts';

const job = 'drawDemoPapers';
const lastCompany = Math.max(...stories.map(({ login }) => companies[login]));

/** Draws a picture for each of the demo's own licences without one. A repeat changes nothing. */
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
  const row = await saveFile(db, {
    companyId: paper.companyId,
    digest: createHash('sha256').update(stored).digest('hex'),
    kind: 'image',
    contentType: 'image/jpeg',
    bytes: stored.byteLength,
    ...drawnSize,
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
  const lines: [string, string][] = [
    ['编　　号', number],
    ['名　　称', company],
    ['发证日期', validFrom ?? ''],
    ['有效期至', validTo ?? '长期'],
    ['发证机关', '示范市场监督管理局'],
  ];
  return drawPaper(paperNames[kind], lines, frames[kind]);
}
