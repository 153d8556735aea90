/** Sheets of 首营资料: every kind of a merchant or an item, present or missing, and past documents. */
import { AppError } from '#lib/contract/errors.ts';
import type { OnboardingRow, OnboardingSheet } from '#lib/contract/onboarding.ts';
import {
  isOnboardingRequired,
  type OnboardingKind,
  onboardingKinds,
  onboardingKindsOf,
} from '#lib/rules/companies/onboarding.ts';
import { onboardingState } from '#lib/rules/companies/onboarding-state.ts';
import { daysLeft } from '#lib/rules/terms/shelf-life.ts';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import type { MerchantFileRow } from '../files/report-rows.ts';
import { listOnboardingMerchants } from './desk-rows.ts';
import { countOnboardingRequests } from './request-rows.ts';
import {
  listOnboarding,
  listOnboardingGoods,
  listPastOnboarding,
  type OnboardingGoodsRow,
  type OnboardingPaper,
  type OnboardingSubject,
} from './rows.ts';

const lastPast = 50;

/** The subject of a sheet: a merchant, or one of its items. */
export interface SheetOf {
  merchantId: number;
  merchant: string;
  goods: OnboardingGoodsRow | null;
}

/** The item of a sheet, or with 0 the merchant itself. Throws 404 for one that is not this desk's. */
export async function getSheetOf(
  { db, now, actor }: Pick<Context<'staff'>, 'db' | 'now' | 'actor'>,
  goodsId: number,
): Promise<SheetOf> {
  if (goodsId === 0) {
    const own = actor.merchantId === null ? null : await findMerchantSheetOf(db, actor.merchantId, now);
    if (own === null) throw new AppError(404, '没有这个商家');
    return own;
  }
  const [goods] = await listOnboardingGoods(db, [goodsId], actor.merchantId);
  if (goods === undefined) throw new AppError(404, '没有这个商品');
  return { merchantId: goods.merchantId, merchant: goods.merchant, goods };
}

/** A merchant's own sheet; null where there is no such merchant. */
export async function findMerchantSheetOf(db: Db, merchantId: number, now: Date): Promise<SheetOf | null> {
  const [found] = await listOnboardingMerchants(db, merchantId, now);
  return found === undefined ? null : { merchantId, merchant: found.name, goods: null };
}

/** The subject of a kind on a sheet. Throws 422 for a kind of the other sort of sheet. */
export function subjectOf({ merchantId, goods }: SheetOf, kind: OnboardingKind): OnboardingSubject {
  const { of } = onboardingKinds[kind];
  if ((of === 'merchant') !== (goods === null))
    throw new AppError(422, of === 'merchant' ? '该资料属于商家，不属于商品' : '请先选择商品');
  return {
    merchantId,
    goodsId: of === 'goods' ? (goods?.goodsId ?? null) : null,
    maker: of === 'maker' ? (goods?.maker ?? null) : null,
  };
}

/** The present sheet. */
export async function readSheet(db: Db, of: SheetOf, now: Date): Promise<OnboardingSheet> {
  const { merchantId, merchant, goods } = of;
  const wanted =
    goods === null
      ? { merchantId, isOwn: true }
      : { merchantId, isOwn: false, goodsIds: [goods.goodsId], makers: [goods.maker] };
  const [papers, past, asked] = await Promise.all([
    listOnboarding(db, wanted),
    listPastOnboarding(db, wanted, lastPast),
    countOnboardingRequests(db, {
      merchantId,
      goodsId: goods?.goodsId ?? null,
      maker: goods?.maker ?? null,
      now,
    }),
  ]);
  return {
    merchant,
    goods_id: goods?.goodsId ?? 0,
    name: goods?.name ?? '',
    spec: goods?.spec ?? '',
    maker: goods?.maker ?? '',
    rows: onboardingKindsOf(goods === null ? 'merchant' : 'goods').map((kind) =>
      rowOf(kind, {
        paper: papers.find((one) => one.kind === kind),
        isRequired: isOnboardingRequired(kind, goods),
        asked: asked.get(kind) ?? 0,
        now,
      }),
    ),
    past: past.map((paper) => ({
      ...paperWire(paper),
      id: paper.id,
      end_text: paper.ending === 'replaced' ? '已更换' : '已移除',
      ended_by: paper.endedBy ?? '',
      ended_at: paper.endedAt?.toISOString() ?? '',
    })),
  };
}

interface RowFacts {
  paper: OnboardingPaper | undefined;
  isRequired: boolean;
  asked: number;
  now: Date;
}

function rowOf(kind: OnboardingKind, { paper, isRequired, asked, now }: RowFacts): OnboardingRow {
  const { text, hint, of, validity } = onboardingKinds[kind];
  const none = { kind_text: text, number: '', valid_to: '', files: [], uploaded_by: '', uploaded_at: '' };
  const validTo = paper?.validTo ?? null;
  return {
    ...(paper === undefined ? none : paperWire(paper)),
    kind,
    hint,
    of,
    is_required: isRequired ? 1 : 0,
    validity,
    id: paper?.id ?? 0,
    days_left: validTo === null ? null : daysLeft(validTo, now.getTime()),
    state: onboardingState(paper === undefined ? undefined : validTo, now.getTime()),
    asked,
  };
}

function paperWire(paper: OnboardingPaper) {
  return {
    kind_text: onboardingKinds[paper.kind].text,
    number: paper.number,
    valid_to: validToText(paper),
    files: paper.pages.map(pageWire),
    uploaded_by: paper.uploadedBy,
    uploaded_at: paper.createdAt.toISOString(),
  };
}

/** The last day in words; empty for a kind without one. */
export function validToText({ kind, validTo }: Pick<OnboardingPaper, 'kind' | 'validTo'>): string {
  return validTo ?? (onboardingKinds[kind].validity === 'none' ? '' : '长期');
}

/** Address of a page of a document. */
export function pageWire({ id, name }: Pick<MerchantFileRow, 'id' | 'name'>): { name: string; url: string } {
  return { name, url: `/file/onboarding/${id}` };
}
