/** 首营资料 at the desks: merchants with their document counts, and the sheets. */
import type { OnboardingMerchantRow, OnboardingSheet } from '#lib/contract/onboarding.ts';
import type { Context } from '../core/context.ts';
import { listOnboardingMerchants } from './desk-rows.ts';
import { listOnboardingGoods } from './rows.ts';
import { findMerchantSheetOf, readSheet } from './sheet.ts';

/** Merchants with their own document counts, for the platform. */
export async function listMerchantSheets({ db, now }: Context<'platform'>): Promise<OnboardingMerchantRow[]> {
  const rows = await listOnboardingMerchants(db, null, now);
  return rows.map(({ fullName, ...row }) => ({ ...row, full_name: fullName }));
}

/** The sheet of an item with its maker's documents; null for one that is not this desk's. */
export async function findGoodsSheet(
  { db, now, actor }: Context<'staff'>,
  goodsId: number,
): Promise<OnboardingSheet | null> {
  const [goods] = await listOnboardingGoods(db, [goodsId], actor.merchantId);
  if (goods === undefined) return null;
  return readSheet(db, { merchantId: goods.merchantId, merchant: goods.merchant, goods }, now);
}

/** A merchant's own sheet; null where there is no such merchant, or it is not the reader's. */
export async function findMerchantSheet(
  { db, now, actor }: Context<'staff'>,
  merchantId: number,
): Promise<OnboardingSheet | null> {
  if (actor.merchantId !== null && actor.merchantId !== merchantId) return null;
  const of = await findMerchantSheetOf(db, merchantId, now);
  return of && readSheet(db, of, now);
}
