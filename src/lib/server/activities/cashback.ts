/** 满额返现: the amount that a purchase returns to the balance once it is completed (rules 4, step 8). */
import type { ActivityFilter, Cashbacks, CashbackWire } from '#lib/contract/activities.ts';
import { isApproved } from '#lib/rules/companies/company-state.ts';
import { formatYuan, showYuan } from '#lib/rules/money/money.ts';
import { type OrderStatus, orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import type { QuotedActivity } from '#lib/rules/terms/quote-shape.ts';
import { loadQuotedCart } from '../cart/quoted-cart.ts';
import type { ActivityWithGoods } from '../catalogue/offer-rows.ts';
import type { Context } from '../core/context.ts';
import { listOfKind, sumCredited } from '../offers/activity-rows.ts';
import { listMerchantNames } from '../orders/rows.ts';
import { sumPromises } from '../site/promises.ts';
import { percent } from './goods.ts';
import { spanOf } from './span.ts';

const promising: readonly OrderStatus[] = orderStatuses.filter((status) => orderIs.paid(status));

/** `GET /api/cashback`: the tiers and the selected cart's progress, for companies that may see prices. */
export async function listCashbacks(context: Context<'all'>, { id }: ActivityFilter): Promise<Cashbacks> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const entries = (await listOfKind(db, 'cashback', { endsAfter: now, startsBefore: now })).filter(
    ({ activity }) => id === undefined || activity.id === id,
  );
  const names = await listMerchantNames(
    db,
    entries.flatMap(({ activity }) => activity.merchantId ?? []),
  );
  const timestamp = now.getTime();
  if (account === null || !isApproved(account.companyState)) {
    return { list: entries.map((entry) => publicWire(entry, names, timestamp)), timestamp };
  }
  const [{ quote }, promised, credited] = await Promise.all([
    loadQuotedCart(db, account, {}, now),
    sumPromises(db, account.companyId, promising),
    sumCredited(db, account.companyId),
  ]);
  const quoted = [...quote.activities, ...quote.groups.flatMap((group) => group.activities)];
  return {
    list: entries.map((entry) => ({
      ...publicWire(entry, names, timestamp),
      ...progressOf(
        entry,
        quoted.find((one) => one.id === entry.activity.id),
      ),
    })),
    waiting_amount: formatYuan(promised.cashback),
    credited_amount: formatYuan(credited),
    timestamp,
  };
}

/** Names of tiers show their amounts: the public reads only the kind. */
function publicWire(
  { activity }: ActivityWithGoods<'cashback'>,
  names: ReadonlyMap<number, string>,
  now: number,
): CashbackWire {
  const { merchantId } = activity;
  return {
    id: activity.id,
    name: '满额返现',
    remarks: activity.remarks,
    merchant: merchantId === null ? null : { id: merchantId, remarks: names.get(merchantId) ?? '' },
    is_for_all: activity.config.isForAll ? 1 : 0,
    next_text: null,
    percent: 0,
    ...spanOf(activity, now),
  };
}

function progressOf({ activity }: ActivityWithGoods<'cashback'>, quoted: QuotedActivity | undefined) {
  const { tiers } = activity.config;
  const amount = quoted?.amount ?? 0;
  const sorted = tiers.toSorted((a, b) => a.amount - b.amount);
  const first = sorted[0];
  const next = quoted === undefined ? (first?.amount ?? 0) : amount + (quoted.next?.gap ?? 0);
  return {
    name: activity.name,
    tiers: sorted.map((tier) => ({
      amount: formatYuan(tier.amount),
      cashback_amount: formatYuan(tier.cashback),
      is_reached: amount >= tier.amount ? 1 : 0,
    })),
    paid_amount: formatYuan(amount),
    cashback_amount: formatYuan(quoted?.benefit ?? 0),
    next_text:
      quoted?.next?.text ??
      (quoted || !first ? null : `满¥${showYuan(first.amount)}返¥${showYuan(first.cashback)}`),
    percent: quoted && quoted.next === null ? 100 : percent(amount, next),
  };
}
