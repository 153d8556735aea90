/**
 * 首营资料 of some of the demo's merchants and items, drawn like its other documents: one has expired, some are missing.
 */
import { createHash } from 'node:crypto';
import {
  isOnboardingRequired,
  type OnboardingKind,
  onboardingKinds,
  onboardingKindsOf,
} from '#lib/rules/companies/onboarding.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { eachRow, type RowsDone } from '#lib/server/core/jobs/each-row.ts';
import type { Db } from '#lib/server/db/client.ts';
import { canWriteChinese } from '#lib/server/engines/pictures/raster.ts';
import { merchantFileAddress, saveMerchantFile } from '#lib/server/files/report-rows.ts';
import { insertRenewal } from '#lib/server/licences/rows.ts';
import {
  findCurrentOnboarding,
  insertOnboarding,
  listOnboardingGoods,
  type OnboardingSubject,
  takeOnboardingTurn,
} from '#lib/server/onboarding/rows.ts';
import { openFiles } from '#lib/server/ports/files/store.ts';
import { stories } from '../seed/company-stories.ts';
import { companies } from '../seed/known.ts';
import { asPdf, drawPaper } from './drawing.ts';
import { findDemoMerchant, listBareSubjects } from './papers.ts';

const job = 'drawDemoOnboarding';
const lastCompany = Math.max(...stories.map(({ login }) => companies[login]));

/**
 * Draws documents for a few merchants and items that the demo's companies got lately. A subject that had one once, even
 * if it was removed, is skipped: a repeat changes nothing.
 */
export async function drawDemoOnboarding(db: Db, now: Date): Promise<RowsDone> {
  if (!canWriteChinese()) return { done: 0, failed: 0 };
  return eachRow(db, {
    job,
    now,
    list: () => listBareSubjects(db, job, lastCompany, now),
    work: (key: string) => drawSubject(db, key, now),
  });
}

/** `merchant 3`, `goods 1590`. */
async function drawSubject(db: Db, key: string, now: Date): Promise<number> {
  const [what, number] = key.split(' ');
  const id = Number(number);
  if (what === 'merchant') return drawMerchant(db, id, now);
  const [goods] = await listOnboardingGoods(db, [id], null);
  if (goods === undefined) return 0;
  const { merchantId, maker, name, spec, approvalNo } = goods;
  let done = 0;
  for (const kind of onboardingKindsOf('goods')) {
    if (!isOnboardingRequired(kind, goods)) continue;
    // Some lack their 样稿, so that it can be requested.
    if (kind === 'package_specimen' && id % 4 === 1) continue;
    const isMaker = onboardingKinds[kind].of === 'maker';
    done += await drawOne(db, now, {
      kind,
      subject: { merchantId, goodsId: isMaker ? null : id, maker: isMaker ? maker : null },
      number: kind === 'approval' ? approvalNo : isMaker ? `演示${maker.length}${merchantId}号` : '',
      validTo: onboardingKinds[kind].validity === 'needed' ? inDays(now, [20, 75, 400][id % 3] ?? 400) : null,
      about: isMaker
        ? [['名　　称', maker]]
        : [
            ['品　　名', `${name} ${spec}`],
            ['生产企业', maker],
          ],
    });
  }
  return done;
}

const inDays = (now: Date, days: number) => dayKey(now.getTime() + days * 86_400_000);

async function drawMerchant(db: Db, merchantId: number, now: Date): Promise<number> {
  const found = await findDemoMerchant(db, merchantId);
  if (found === null) return 0;
  const { fullName, papers, place } = found;
  let done = place === 1 ? await drawRenewal(db, { merchantId, fullName }, now) : 0;
  for (const kind of onboardingKindsOf('merchant')) {
    if (!isOnboardingRequired(kind, null)) continue;
    // The first one lacks some, and one of its documents has expired; the second one has one that soon will.
    if (kind === 'bank_details' && place === 1) continue;
    const registered = papers.find((paper) => paper.kind === kind);
    const lasts = kind === 'sales_authorisation' ? ([-12, 25][place - 1] ?? 300) : 300;
    const isEndless = onboardingKinds[kind].validity !== 'needed';
    done += await drawOne(db, now, {
      kind,
      subject: { merchantId, goodsId: null, maker: null },
      number: registered?.number ?? (isEndless ? '' : `演示${merchantId}${lasts}`),
      validTo: registered === undefined ? (isEndless ? null : inDays(now, lasts)) : registered.validTo,
      about: [['名　　称', fullName]],
    });
  }
  return done;
}

/** A document that the merchant uploaded and that was not reviewed yet. */
async function drawRenewal(
  db: Db,
  { merchantId, fullName }: { merchantId: number; fullName: string },
  now: Date,
): Promise<number> {
  const kind = 'food_licence';
  const [number, validFrom, validTo] = ['JY14201990000001', inDays(now, -3), inDays(now, 1822)];
  const lines = [
    ['编　　号', number],
    ['名　　称', fullName],
    ['发证日期', validFrom],
    ['有效期至', validTo],
  ] as const;
  const { text } = onboardingKinds[kind];
  const { default: sharp } = await import('sharp');
  const stored = await sharp(Buffer.from(drawPaper(text, lines, '#b8372b')))
    .jpeg({ quality: 80 })
    .toBuffer();
  const digest = createHash('sha256').update(stored).digest('hex');
  await (await openFiles()).put(merchantFileAddress({ merchantId, digest }), 'stored', stored);
  return db.transaction(async (tx) => {
    const { id: fileId } = await saveMerchantFile(tx, {
      merchantId,
      kind: 'licence',
      digest,
      contentType: 'image/jpeg',
      bytes: stored.byteLength,
      name: `${text}（演示）.jpg`,
      uploadedBy: 'demo',
      createdAt: now,
    });
    const paper = { merchantId, kind, number, validFrom, validTo, fileId } as const;
    return (await insertRenewal(tx, { ...paper, handedInBy: 'shangjia', createdAt: now })) === null ? 0 : 1;
  });
}

interface Drawn {
  kind: OnboardingKind;
  subject: OnboardingSubject;
  number: string;
  validTo: string | null;
  about: (readonly [string, string])[];
}

async function drawOne(db: Db, now: Date, { kind, subject, number, validTo, about }: Drawn): Promise<number> {
  const { text, of, validity } = onboardingKinds[kind];
  const { merchantId } = subject;
  const lines = [
    ...(number === '' ? [] : [['编　　号', number] as const]),
    ...about,
    ...(validity === 'none' ? [] : [['有效期至', validTo ?? '长期'] as const]),
  ];
  const { default: sharp } = await import('sharp');
  const picture = await sharp(Buffer.from(drawPaper(text, lines, of === 'merchant' ? '#b8372b' : '#1f6fd6')))
    .jpeg({ quality: 80 })
    .toBuffer();
  const isPdf = kind === 'quality_agreement' || kind === 'quality_standard';
  const stored = isPdf ? asPdf(picture) : picture;
  const digest = createHash('sha256').update(stored).digest('hex');
  const files = await openFiles();
  await files.put(merchantFileAddress({ merchantId, digest }), 'stored', stored);
  return db.transaction(async (tx) => {
    await takeOnboardingTurn(tx, merchantId);
    // A maker's document may have come with another of its items.
    if ((await findCurrentOnboarding(tx, subject, kind)) !== null) return 0;
    const row = await saveMerchantFile(tx, {
      merchantId,
      kind: 'onboarding',
      digest,
      contentType: isPdf ? 'application/pdf' : 'image/jpeg',
      bytes: stored.byteLength,
      name: `${text}（演示）.${isPdf ? 'pdf' : 'jpg'}`,
      uploadedBy: 'demo',
      createdAt: now,
    });
    await insertOnboarding(tx, { ...subject, kind, number, validTo, uploadedBy: 'demo', createdAt: now }, [
      row.id,
    ]);
    return 1;
  });
}
