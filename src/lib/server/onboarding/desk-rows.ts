/** 首营资料 for the desks. `within` binds to a merchant's own; null is the platform, which sees all. */
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import { onboardingList } from '#lib/contract/desk/lists/onboarding.ts';
import {
  isOnboardingRequired,
  type OnboardingKind,
  onboardingKindsOf,
} from '#lib/rules/companies/onboarding.ts';
import {
  type OnboardingView,
  onboardingViews,
  onboardingWarnDays,
  tallyTexts,
} from '#lib/rules/companies/onboarding-state.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import type { Db } from '../db/client.ts';
import { contains } from '../db/contains.ts';
import { listRows } from '../db/list-source.ts';
import { merchant } from '../db/schema.ts';
import { isOpenRequest } from './request-rows.ts';

/** Counts of documents of a merchant or an item. */
export interface OnboardingTally {
  /** Number of required kinds, and of those with a current document. */
  needed: number;
  held: number;
  expired: number;
  /** They end within 30 days, and within 90. */
  month: number;
  quarter: number;
  /** Documents that buyers wait for. */
  asked: number;
}

/** Required kinds of items, with a 批准文号 and without. */
const approved = onboardingKindsOf('goods').filter((kind) => isOnboardingRequired(kind, { approvalNo: '1' }));
const plain = onboardingKindsOf('goods').filter((kind) => isOnboardingRequired(kind, { approvalNo: '' }));
const own = onboardingKindsOf('merchant').filter((kind) => isOnboardingRequired(kind, null));

const listed = (kinds: readonly OnboardingKind[]) =>
  sql`(${sql.join(
    kinds.map((kind) => sql`${kind}`),
    sql`, `,
  )})`;

const ofGoods = sql`p.merchant_id = goods.merchant_id and p.ended_at is null
  and (p.goods_id = goods.id or p.maker = product.maker)`;
const requestOfGoods = sql`w.merchant_id = goods.merchant_id and (w.goods_id = goods.id or w.maker = product.maker)`;
const ofMerchant = sql`p.merchant_id = merchant.id and p.ended_at is null and p.goods_id is null and p.maker is null`;
const requestOfMerchant = sql`w.merchant_id = merchant.id and w.goods_id is null and w.maker is null`;

const neededByGoods = sql`(case when product.approval_no = '' then ${plain.length}::int else ${approved.length}::int end)`;
const isNeededByGoods = sql`p.kind in ${listed(approved)} and (product.approval_no <> '' or p.kind in ${listed(plain)})`;

interface Of {
  papers: SQL;
  requests: SQL;
  needed: SQL;
  isNeeded: SQL;
  now: Date;
}

/** Counts of one row of items or merchants. */
function counts({ papers, requests, needed, isNeeded, now }: Of) {
  const today = sql`${dayKey(now.getTime())}::date`;
  const holds = sql`(p.valid_to is null or p.valid_to >= ${today})`;
  const counted = (where: SQL) =>
    sql<number>`(select count(*)::int from onboarding_paper p where ${papers} and ${where})`;
  const within = (from: number, to: number) =>
    counted(sql`p.valid_to between ${today} + ${from}::int and ${today} + ${to}::int`);
  const { month, quarter } = onboardingWarnDays;
  return {
    needed: sql<number>`${needed}`,
    held: counted(sql`${isNeeded} and ${holds}`),
    expired: counted(sql`p.valid_to < ${today}`),
    month: within(0, month),
    quarter: within(month + 1, quarter),
    asked: sql<number>`(select count(distinct (w.kind, w.goods_id))::int from onboarding_wish w where ${requests} and ${isOpenRequest(now)})`,
  };
}

/** The same, each as a named column. */
function tally(of: Of) {
  const { needed, held, expired, month, quarter, asked } = counts(of);
  return {
    needed: needed.as('needed'),
    held: held.as('held'),
    expired: expired.as('expired'),
    month: month.as('due_month'),
    quarter: quarter.as('due_quarter'),
    asked: asked.as('asked'),
  };
}

const goodsOf = (now: Date): Of => ({
  papers: ofGoods,
  requests: requestOfGoods,
  needed: neededByGoods,
  isNeeded: isNeededByGoods,
  now,
});

/** The condition of a view in rules/companies/onboarding. */
function isView(view: OnboardingView, now: Date): SQL | undefined {
  const today = sql`${dayKey(now.getTime())}::date`;
  const { month, quarter } = onboardingWarnDays;
  if (view === 'asked')
    return sql`exists (select 1 from onboarding_wish w where ${requestOfGoods} and ${isOpenRequest(now)})`;
  if (view === 'due')
    return sql`exists (select 1 from onboarding_paper p where ${ofGoods} and p.valid_to <= ${today} + ${month}::int)`;
  if (view === 'quarter')
    return sql`exists (select 1 from onboarding_paper p where ${ofGoods}
      and p.valid_to between ${today} and ${today} + ${quarter}::int)`;
  if (view === 'lacking')
    return sql`(select count(*) from onboarding_paper p where ${ofGoods} and ${isNeededByGoods}
      and (p.valid_to is null or p.valid_to >= ${today})) < ${neededByGoods}`;
  return undefined;
}

export const onboardingListRows = listRows(onboardingList, {
  source: ({ merchantId, now }) => {
    const { needed, held, expired, month, quarter, asked } = counts(goodsOf(now));
    return {
      from: sql`goods join product on product.id = goods.product_id join merchant on merchant.id = goods.merchant_id`,
      key: sql`goods.id`,
      bound: merchantId === null ? undefined : sql`goods.merchant_id = ${merchantId}`,
      columns: {
        name: sql`product.name`,
        spec: sql`product.spec`,
        goods_id: sql`goods.id`,
        maker: sql`product.maker`,
        merchant: sql`merchant.short_name`,
        needed,
        held,
        expired,
        month,
        quarter,
        asked,
      },
      filters: {
        view: (view) => (isKeyOf(onboardingViews, view) ? isView(view, now) : undefined),
        goods: (name) =>
          /^[1-9]\d{0,8}$/.test(name) ? sql`goods.id = ${Number(name)}` : contains(sql`product.name`, name),
      },
    };
  },
  finish: ({ needed, held, expired, month, quarter }) => ({
    state_text:
      tallyTexts({
        needed: Number(needed),
        held: Number(held),
        expired: Number(expired),
        month: Number(month),
        quarter: Number(quarter),
      })
        .map(({ text }) => text)
        .join('、') || '齐全',
  }),
});

export interface OnboardingMerchantFound extends OnboardingTally {
  id: number;
  name: string;
  fullName: string;
}

/** Merchants with the counts of their own documents. */
export async function listOnboardingMerchants(
  db: Db,
  within: number | null,
  now: Date,
): Promise<OnboardingMerchantFound[]> {
  return db
    .select({
      id: merchant.id,
      name: merchant.shortName,
      fullName: merchant.fullName,
      ...tally({
        papers: ofMerchant,
        requests: requestOfMerchant,
        needed: sql`${own.length}::int`,
        isNeeded: sql`p.kind in ${listed(own)}`,
        now,
      }),
    })
    .from(merchant)
    .where(within === null ? undefined : eq(merchant.id, within))
    .orderBy(asc(merchant.sort), asc(merchant.id));
}

/** Documents that buyers wait for, each once, and since when. */
export async function countAskedOnboarding(db: Db, within: number | null, now: Date) {
  const { rows } = await db.execute<{ count: number; since: number | null }>(sql`
    select count(distinct (w.merchant_id, w.kind, w.goods_id, w.maker))::int as count,
      (extract(epoch from min(w.created_at)) * 1000)::float8 as since
    from onboarding_wish w where ${within === null ? sql`true` : sql`w.merchant_id = ${within}`} and ${isOpenRequest(now)}`);
  const since = rows[0]?.since ?? null;
  return { count: rows[0]?.count ?? 0, since: since === null ? null : new Date(since) };
}

/** Documents that have expired or will within 30 days. */
export async function countDueOnboarding(db: Db, within: number | null, now: Date) {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from onboarding_paper p
    where p.ended_at is null and p.valid_to <= ${dayKey(now.getTime())}::date + ${onboardingWarnDays.month}::int
      and ${within === null ? sql`true` : sql`p.merchant_id = ${within}`}`);
  return { count: rows[0]?.count ?? 0, since: null };
}
