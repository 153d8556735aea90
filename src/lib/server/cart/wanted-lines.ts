/** Requested lines: their identity, their quote alone, and why one cannot be in a cart (rules 16). */
import type { AddLine } from '#lib/contract/cart/inputs.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { lineKinds, wordOf } from '#lib/contract/numbers.ts';
import { path } from '#lib/contract/routes.ts';
import { isBuyable } from '#lib/rules/goods/buy-state.ts';
import { quote } from '#lib/rules/quote/quote.ts';
import { addOnLimitLeft } from '#lib/rules/quote/quote-add-on.ts';
import { emptyChoices, isOfActivity, type LineKind } from '#lib/rules/terms/asked.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { QuotedLine } from '#lib/rules/terms/quote-shape.ts';
import { rowOf, stateOf } from '../offers/load.ts';
import type { LoadedOffers } from '../offers/loaded.ts';
import type { Account } from '../people/account-rows.ts';
import type { CartLineRow } from './rows.ts';
import { wayOnOf } from './ways-on.ts';

export type LineKey = Pick<CartLineRow, 'kind' | 'goodsId' | 'activityId'>;
export type WantedLine = LineKey & {
  warehouseId: number | undefined;
  number: number | undefined;
  /** It was requested at the price of a flash sale (type 1): refused when there is none, else a line like any other. */
  isAtFlashPrice: boolean;
};

/** One item is one line, regardless of the pieces with a flash price. */
export function keyOf({ kind, goodsId, activityId }: LineKey): string {
  return `${kind === 'flash' ? 'normal' : kind}:${goodsId}:${activityId}`;
}

export function isSame(one: LineKey, other: LineKey): boolean {
  return keyOf(one) === keyOf(other);
}

/** The kind of a type that was sent. Throws 422 for an unknown one. */
function kindOf(type: number): LineKind {
  const kind = wordOf(lineKinds, type);
  if (kind === undefined) throw fieldError('type', '商品类型不正确');
  return kind;
}

/** The same item twice in a form is one line. */
export function mergeSame(wanted: readonly AddLine[]): WantedLine[] {
  const merged = new Map<string, WantedLine>();
  for (const { type, goods_id, activity_id, ck_id, number } of wanted) {
    const asked = kindOf(type);
    const isAtFlashPrice = asked === 'flash';
    const kind = isAtFlashPrice ? 'normal' : asked;
    const key: LineKey = {
      kind,
      goodsId: kind === 'combination' ? null : (goods_id ?? null),
      activityId: isOfActivity(kind) ? (activity_id ?? null) : null,
    };
    const same = merged.get(keyOf(key));
    if (same === undefined)
      merged.set(keyOf(key), { ...key, warehouseId: ck_id || undefined, number, isAtFlashPrice });
    else {
      if (number !== undefined) same.number = (same.number ?? 0) + number;
      same.isAtFlashPrice &&= isAtFlashPrice;
    }
  }
  return [...merged.values()];
}

/** Each line quoted alone: its bounds, its price, and its refusal. */
export function quoteAlone(
  lines: readonly WantedLine[],
  account: Account,
  loaded: LoadedOffers,
  now: Date,
): { line: WantedLine; quoted: QuotedLine }[] {
  const buyer = { companyId: account.companyId, region: null, choices: emptyChoices };
  const quoted = quote(
    lines.map((line, i) => ({
      id: i,
      kind: line.kind,
      goodsId: line.goodsId,
      activityId: line.activityId,
      quantity: 1,
      isSelected: false,
    })),
    buyer,
    loaded.offers,
    now.getTime(),
  ).lines;
  return lines.map((line, i) => ({ line, quoted: must(quoted[i], `the quote of wanted line ${i}`) }));
}

/** Why a line cannot be in the cart at all, with any number. */
export function findRefusal(
  line: WantedLine,
  quoted: QuotedLine,
  loaded: LoadedOffers,
  formLines: number,
): AppError | null {
  const { refusal } = quoted;
  if (refusal?.code === 'gone') return new AppError(404, '商品不存在或已失效，请刷新后再试');
  const rows = goodsOf(line, loaded).map((id) => rowOf(loaded, id));
  const row = rows.find(({ goods }) => !isBuyable(stateOf(loaded, goods.id))) ?? rows[0];
  if (row === undefined) return new AppError(404, '商品不存在或已失效，请刷新后再试');
  const state = stateOf(loaded, row.goods.id);
  if (state.code === 'limit_reached') return limitError(state.reason, formLines);
  if (!isBuyable(state)) return new AppError(411, state.reason, wayOnOf(state, row));
  const detail = { text: '查看商品', link: path('/list/info/[id]', { id: row.goods.id }) };
  const terms = loaded.offers.goods.find((one) => one.id === row.goods.id);
  if (line.kind === 'group_buy')
    return new AppError(411, '拼团商品请在商品详情页参团，不能加入购物车', detail);
  if (line.isAtFlashPrice && terms?.promo?.kind !== 'flash')
    return new AppError(411, '秒杀未开始或已结束，可按平时价格购买', detail);
  // A page opened before the lot came near its end still names the earlier warehouse; it means the same item.
  const places = [undefined, row.goods.warehouseId, terms?.warehouseId];
  if (!places.includes(line.warehouseId)) return fieldError('ck_id', '商品所在仓库已变化，请刷新页面后再试');
  if (refusal?.code === 'over_limit')
    return limitError(isAddOnUsedUp(line, loaded) ? `限购：${refusal.reason}` : refusal.reason, formLines);
  if (refusal?.code === 'not_running' || refusal?.code === 'out_of_stock')
    return new AppError(411, refusal.reason, detail);
  return null;
}

/** The limit of an add-on's own price is used up; its sentence does not say 限购 by itself. */
function isAddOnUsedUp({ goodsId, activityId }: LineKey, { offers }: LoadedOffers): boolean {
  return offers.activities.some(
    (activity) =>
      activity.kind === 'add_on' &&
      activity.id === activityId &&
      activity.items.some((item) => item.goodsId === goodsId && addOnLimitLeft(item) < 1),
  );
}

/**
 * The catalogue's 限购, which its sentence says and `about` tells a program: forms that add many lines at once do not show it
 * (`flag` above 1, rules 16).
 */
function limitError(reason: string, formLines: number): AppError {
  return new AppError(403, reason, { flag: formLines, about: 'limit' });
}

/** The merchants of a line's items; unknown items are left out. */
export function merchantsOf(line: LineKey, loaded: LoadedOffers) {
  return goodsOf(line, loaded).flatMap((id) => loaded.rows.get(id)?.merchant ?? []);
}

function goodsOf(line: LineKey, { offers }: LoadedOffers): number[] {
  if (line.kind !== 'combination') return line.goodsId === null ? [] : [line.goodsId];
  const set = offers.combinations.find((one) => one.id === line.activityId);
  return set?.parts.map((part) => part.goodsId) ?? [];
}
