/** Step 4 of a quote: what the lines of an activity earn together. */
import { shareOut, showYuan } from '../money/money.ts';
import {
  cashbackFor,
  earnedGift,
  fullReduction,
  nextCashback,
  nextReduction,
  nextThreshold,
  timesReached,
} from '../promotions/promotions.ts';
import type { Choices } from '../terms/asked.ts';
import { commonUnit } from '../terms/pieces.ts';
import type { QuotedActivity, QuotedGift } from '../terms/quote-shape.ts';
import {
  type Activity,
  type CashbackActivity,
  type EpochMs,
  type FullReduction,
  type Id,
  isRunning,
} from '../terms/terms.ts';
import { shareText } from '../text/share-text.ts';
import { type Remaining, stockLeft, type WorkLine } from './quote-work.ts';

/** An activity with its lines: `lines` all of them, `counting` those that make up its amount. */
export type RunningActivity<A extends Activity = Activity> = {
  activity: A;
  lines: WorkLine[];
  counting: WorkLine[];
  amount: number;
  quantity: number;
};

/** Whether a running activity is of a kind. */
export function isOf<Kind extends Activity['kind']>(
  entry: RunningActivity,
  kind: Kind,
): entry is RunningActivity<Extract<Activity, { kind: Kind }>> {
  return entry.activity.kind === kind;
}

/** Gathers the lines of each running activity. Of each kind a line joins the first that runs (terms.ts). */
export function gatherActivities(
  lines: readonly WorkLine[],
  activities: readonly Activity[],
  now: EpochMs,
): RunningActivity[] {
  const running = new Map<Id, RunningActivity>();
  const forAll: Id[] = [];
  for (const activity of [...activities].sort((a, b) => a.id - b.id)) {
    if (!isRunning(activity, now)) continue;
    running.set(activity.id, { activity, lines: [], counting: [], amount: 0, quantity: 0 });
    if (activity.kind === 'cashback' && activity.isForAll) forAll.push(activity.id);
  }
  for (const line of lines) {
    const joined = new Set<Activity['kind']>();
    for (const id of [...line.activityIds, ...forAll]) {
      const entry = running.get(id);
      if (!entry || joined.has(entry.activity.kind) || !reaches(entry.activity, line)) continue;
      joined.add(entry.activity.kind);
      join(entry, line);
    }
  }
  return [...running.values()].filter((entry) => entry.lines.length > 0 || entry.activity.kind === 'add_on');
}

function reaches(activity: Activity, line: WorkLine): boolean {
  if (line.quoted.merchantId === null) return false;
  return activity.merchantId === null || activity.merchantId === line.quoted.merchantId;
}

function join(entry: RunningActivity, line: WorkLine): void {
  entry.lines.push(line);
  if (!line.quoted.counts) return;
  entry.counting.push(line);
  entry.amount += line.quoted.gross;
  entry.quantity += line.quoted.quantity;
}

/** Takes a full reduction off its lines. */
export function applyReduction(entry: RunningActivity<FullReduction>): QuotedActivity {
  const { activity, amount } = entry;
  const reduction = fullReduction(activity.tiers, amount);
  for (const [line, share] of shareOut(reduction, entry.counting, ({ quoted }) => quoted.gross)) {
    if (share === 0) continue;
    line.rest -= share;
    line.quoted.discounts.fullReduction += share;
    line.quoted.priceTrace.push({
      rule: 'full_reduction',
      scope: 'activity',
      amount: -share,
      reason: `${activity.name}：满¥${showYuan(amount)}共减¥${showYuan(reduction)}${shareText(share)}`,
      refId: activity.id,
    });
  }
  return quoted(entry, amount, reduction, reduction > 0, nextReduction(activity.tiers, amount));
}

/** Progress of a gift or an add-on; the gift itself comes from `giftOf`. */
export function progress(entry: RunningActivity): QuotedActivity {
  const { activity, amount, quantity } = entry;
  if (activity.kind !== 'gift' && activity.kind !== 'add_on')
    throw new Error(`no threshold: ${activity.kind}`);
  const verb = activity.kind === 'gift' ? '可得赠品' : '可换购';
  const isReached = timesReached(activity.threshold, amount, quantity) > 0;
  return quoted(
    entry,
    amount,
    0,
    isReached,
    isReached
      ? null
      : nextThreshold(
          activity.threshold,
          amount,
          quantity,
          verb,
          commonUnit(entry.lines.map(({ unit }) => unit)),
        ),
  );
}

/** The gift that an activity's lines earn, taken from what lines and earlier gifts left in `remaining`; null when none. */
export function giftOf(entry: RunningActivity, choices: Choices, remaining: Remaining): QuotedGift | null {
  const { activity, amount, quantity, counting } = entry;
  if (activity.kind !== 'gift') return null;
  const items = activity.items.map((item) => {
    const left = stockLeft(remaining, { id: item.goodsId, stock: item.goodsStock });
    return { ...item, goodsStock: left, stock: Math.min(item.stock, left) };
  });
  const earned = earnedGift({ ...activity, items }, amount, quantity, choices.gifts[activity.id] ?? null);
  if (!earned) return null;
  remaining.set(`stock:${earned.item.goodsId}`, earned.item.goodsStock - earned.quantity);
  return {
    activityId: activity.id,
    merchantId: activity.merchantId,
    goodsId: earned.item.goodsId,
    name: earned.item.name,
    unit: earned.item.unit,
    quantity: earned.quantity,
    lineIds: counting.map((line) => line.quoted.id),
    choices: items
      .filter((item) => item.stock >= item.quantity)
      .map(({ goodsId, name, unit, quantity }) => ({ goodsId, name, unit, quantity })),
  };
}

/** Promises cashback on what the lines pay; nothing is taken off (rules 4, step 8). */
export function promiseCashback(entry: RunningActivity<CashbackActivity>): QuotedActivity {
  const { activity, counting } = entry;
  const paid = counting.reduce((sum, line) => sum + line.rest, 0);
  const cashback = cashbackFor(activity.tiers, paid);
  for (const [line, share] of shareOut(cashback, counting, ({ rest }) => rest))
    if (share > 0)
      line.quoted.priceTrace.push({
        rule: 'cashback',
        scope: activity.merchantId === null ? 'trade' : 'merchant',
        amount: share,
        reason: `${activity.name}：订单完成并过售后期后返¥${showYuan(cashback)}${shareText(share)}`,
        refId: activity.id,
      });
  return quoted(entry, paid, cashback, cashback > 0, nextCashback(activity.tiers, paid));
}

function quoted(
  entry: RunningActivity,
  amount: number,
  benefit: number,
  isReached: boolean,
  next: QuotedActivity['next'],
): QuotedActivity {
  const { id, kind, name, merchantId } = entry.activity;
  const lineIds = entry.lines.map((line) => line.quoted.id);
  return { id, kind, name, merchantId, lineIds, amount, quantity: entry.quantity, benefit, isReached, next };
}
