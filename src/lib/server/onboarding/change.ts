/** 首营资料 that a merchant's people upload, replace and remove; earlier versions stay in the history. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type {
  OnboardingPageValues,
  OnboardingSheet,
  RemoveOnboardingValues,
  UploadOnboardingValues,
} from '#lib/contract/onboarding.ts';
import { path } from '#lib/contract/routes.ts';
import {
  maxOnboardingPages,
  type OnboardingKind,
  onboardingKinds,
  refuseValidTo,
} from '#lib/rules/companies/onboarding.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { putMerchantFile } from '../files/merchant-files.ts';
import { saveMerchantFile } from '../files/report-rows.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { takeOnboardingRequests } from './request-rows.ts';
import {
  appendOnboardingPage,
  endOnboarding,
  findCurrentOnboarding,
  findOnboarding,
  insertOnboarding,
  type OnboardingPaper,
  type OnboardingSubject,
  takeOnboardingTurn,
} from './rows.ts';
import { getSheetOf, readSheet, subjectOf } from './sheet.ts';

const changed = '该资料刚被同事更改，请刷新页面核对后再操作';

/**
 * `POST /api/desk/onboarding`: a document with its first file; the current one of its kind becomes history. A repeat
 * changes nothing. Buyers who asked for it get a message. Throws 404 for another merchant's item, 409 where the current
 * document is not the one that was seen, 422 for a date that makes no sense, else as `putMerchantFile`.
 */
export async function uploadOnboarding(
  context: Context<'merchant'>,
  { goods, kind, number, valid_to: validTo, replaces, file }: UploadOnboardingValues,
): Promise<OnboardingSheet> {
  const { db, now, actor } = context;
  const of = await getSheetOf(context, goods);
  const subject = subjectOf(of, kind);
  const refusal = refuseValidTo(kind, validTo, now.getTime());
  if (refusal !== null) throw fieldError('valid_to', refusal);
  const stored = await putMerchantFile(context, file, 'onboarding');
  const facts = { ...subject, kind, number, validTo: validTo === '' ? null : validTo };
  await db.transaction(async (tx) => {
    await takeOnboardingTurn(tx, subject.merchantId);
    const row = await saveMerchantFile(tx, stored);
    const before = await findCurrentOnboarding(tx, subject, kind);
    if (before !== null && isSame(before, facts, row.id)) return;
    if ((before?.id ?? 0) !== replaces) throw new AppError(409, changed);
    if (before !== null) await endOnboarding(tx, before.id, { ending: 'replaced', by: actor.name, now });
    const id = await insertOnboarding(tx, { ...facts, uploadedBy: actor.name, createdAt: now }, [row.id]);
    await writeAudit(tx, recordOf(context), {
      act: 'onboarding.upload',
      subject: 'onboarding',
      key: String(id),
      before: before === null ? null : auditOf(before),
      after: { ...facts, file: row.id, name: row.name },
      at: now,
    });
    await notifyRequester(tx, { ...subject, kind, merchant: of.merchant, now });
  });
  return readSheet(db, of, now);
}

type Facts = OnboardingSubject & { kind: OnboardingKind; number: string; validTo: string | null };

/** True for a document that was uploaded by the same form: its first file and all its fields. */
function isSame(paper: OnboardingPaper, { number, validTo }: Facts, fileId: number): boolean {
  return paper.number === number && paper.validTo === validTo && paper.pages[0]?.id === fileId;
}

function auditOf({ id, number, validTo, pages }: OnboardingPaper) {
  return { id, number, validTo, files: pages.map((page) => page.id) };
}

/** Each company once a day, for any number of documents: the package shows them together. */
async function notifyRequester(
  tx: Tx,
  { merchant, now, ...request }: OnboardingSubject & { kind: OnboardingKind; merchant: string; now: Date },
): Promise<void> {
  const taken = await takeOnboardingRequests(tx, request);
  await sendMessages(
    tx,
    ...taken.map(({ companyId, orderNo }) => ({
      companyId,
      kind: 'shipment' as const,
      title: '首营资料已补充',
      body: `您索取的首营资料，${merchant}已开始补充（${onboardingKinds[request.kind].text}），可在订单${orderNo}的收货资料中下载。`,
      link: path('/order/info/[id]', { id: orderNo }),
      ref: `onboarding:${request.merchantId}:${dayKey(now.getTime())}`,
    })),
  );
}

/**
 * `POST /api/desk/onboarding/{id}/page`: a further file of a current document; a repeat changes nothing. Throws 404 for
 * another merchant's, 409 for one that is not current any more, 422 for a full one, else as `putMerchantFile`.
 */
export async function addOnboardingPage(
  context: Context<'merchant'>,
  { id, goods, file }: OnboardingPageValues,
): Promise<OnboardingSheet> {
  const { db, now, actor } = context;
  const of = await getSheetOf(context, goods);
  await db.transaction((tx) => findHeld(tx, { id, merchantId: actor.merchantId }));
  const stored = await putMerchantFile(context, file, 'onboarding');
  await db.transaction(async (tx) => {
    await takeOnboardingTurn(tx, actor.merchantId);
    const paper = await findHeld(tx, { id, merchantId: actor.merchantId });
    const row = await saveMerchantFile(tx, stored);
    if (paper.pages.some((page) => page.id === row.id)) return;
    if (paper.pages.length >= maxOnboardingPages)
      throw fieldError('file', `一份资料最多${maxOnboardingPages}个文件，请合并为一个PDF后上传`);
    await appendOnboardingPage(tx, id, row.id);
    await writeAudit(tx, recordOf(context), {
      act: 'onboarding.page',
      subject: 'onboarding',
      key: String(id),
      before: null,
      after: { kind: paper.kind, file: row.id, name: row.name },
      at: now,
    });
  });
  return readSheet(db, of, now);
}

async function findHeld(tx: Tx, own: { id: number; merchantId: number }): Promise<OnboardingPaper> {
  const paper = await findOnboarding(tx, own);
  if (paper === null) throw new AppError(404, '没有这份资料');
  if (paper.endedAt !== null) throw new AppError(409, changed);
  return paper;
}

/**
 * `POST /api/desk/onboarding/{id}/remove`: a document uploaded by mistake is shown to no buyer any more; a repeat
 * changes nothing. Throws 404 for another merchant's, 409 for one that was replaced meanwhile.
 */
export async function removeOnboarding(
  context: Context<'merchant'>,
  { id, goods }: RemoveOnboardingValues,
): Promise<OnboardingSheet> {
  const { db, now, actor } = context;
  const of = await getSheetOf(context, goods);
  await db.transaction(async (tx) => {
    await takeOnboardingTurn(tx, actor.merchantId);
    const paper = await findOnboarding(tx, { id, merchantId: actor.merchantId });
    if (paper === null) throw new AppError(404, '没有这份资料');
    if (paper.ending === 'removed') return;
    if (paper.ending === 'replaced') throw new AppError(409, changed);
    await endOnboarding(tx, id, { ending: 'removed', by: actor.name, now });
    await writeAudit(tx, recordOf(context), {
      act: 'onboarding.remove',
      subject: 'onboarding',
      key: String(id),
      before: auditOf(paper),
      after: null,
      at: now,
    });
  });
  return readSheet(db, of, now);
}
