/** The purchase list in progress: stored on the server, so it is there on every device and after a refresh. */
import { AppError } from '#lib/contract/errors.ts';
import type { GoodsItem } from '#lib/contract/goods/calls.ts';
import { fromWire } from '#lib/contract/offers/terms.ts';
import type { PurchaseDraft } from '#lib/contract/quick-order/calls.ts';
import type { DraftRow, SaveDraftValues, SavedDraft } from '#lib/contract/quick-order/draft.ts';
import type { DoubtKind } from '#lib/rules/purchase/doubt-kinds.ts';
import { quantityBounds, settleQuantity } from '#lib/rules/terms/quantity.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import type { Context } from '../core/context.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { goodsItems } from '../goods/items.ts';
import { productNames } from '../goods/wire.ts';
import { type DraftRecord, findDraft, putDraft, swapDraft } from './purchase-draft-rows.ts';
import { listPurchaseProducts } from './rows.ts';

const changedElsewhere = '清单已在另一个页面或设备上改动';

/** `GET /api/quick-order/draft`: the caller's own list for this company, with its items as they can be bought now. */
export async function getPurchaseDraft(context: Context<'buyer'>): Promise<PurchaseDraft> {
  return shown(context, await findDraft(context.db, context.actor.account));
}

/**
 * `POST /api/quick-order/draft`. Safe to repeat. Throws 409 with the stored list when it is not the one that this
 * follows, so that no work is overwritten unseen.
 */
export async function savePurchaseDraft(
  context: Context<'buyer'>,
  { version, text, rows, keeps_last }: SaveDraftValues,
): Promise<SavedDraft> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const saved = await putDraft(
    db,
    account,
    { version, content: { text, rows }, keepsLast: keeps_last === 1 },
    now,
  );
  if (saved === null) throw new AppError(409, changedElsewhere, await getPurchaseDraft(context));
  return { version: saved, saved_at: now.toISOString() };
}

/**
 * `POST /api/quick-order/draft/restore`: swaps this list with the last one that was emptied or went into the cart.
 * Throws 409 when there is none, or this one has changed.
 */
export async function restorePurchaseDraft(
  context: Context<'buyer'>,
  { version }: { version: number },
): Promise<PurchaseDraft> {
  const isSwapped = await swapDraft(context.db, context.actor.account, version, context.now);
  const draft = await getPurchaseDraft(context);
  if (!isSwapped) throw new AppError(409, draft.has_last ? changedElsewhere : '没有可恢复的清单', draft);
  return draft;
}

async function shown(
  { db, actor: { account }, now }: Context<'buyer'>,
  record: DraftRecord | null,
): Promise<PurchaseDraft> {
  if (record === null) return { version: 0, saved_at: null, text: '', rows: [], has_last: 0 };
  const { rows, text } = record.content;
  const goodsIds = new Set(rows.flatMap((row) => row.goods_id ?? []));
  const productIds = new Set(rows.flatMap((row) => row.others));
  const [items, products] = await Promise.all([
    goodsItems(db, account, await getCatalogue(db), [...goodsIds], now.getTime()),
    listPurchaseProducts(db, [...productIds]),
  ]);
  const goods = new Map(items.map((item) => [item.id, item]));
  const names = new Map(
    products.map((one) => [one.id, { product_id: one.id, ...productNames(one), note: '' }]),
  );
  return {
    version: record.version,
    saved_at: record.updatedAt.toISOString(),
    text,
    rows: rows.map(({ goods_id, others, ...row }) => ({
      ...asked,
      ...row,
      ...asNow(row, goods_id === null ? null : (goods.get(goods_id) ?? null)),
      others: others.flatMap((id) => names.get(id) ?? []),
    })),
    has_last: record.last === null ? 0 : 1,
  };
}

/** What rows of an older list do not say. */
const asked = { kinds: [], about: '', ways: [], is_own: 0 as const };

const unsettled = { is_settled: 0 as const, is_own: 0 as const, kinds: [], ways: [] };

type SavedRow = Omit<DraftRow, 'goods_id' | 'others'>;

/** A sure match needs another look where it cannot be bought as it was any more. */
function asNow({ number, grade, reason }: SavedRow, goods: GoodsItem | null) {
  if (goods === null) {
    if (grade === 'none') return { goods: null, number: 0 };
    return {
      goods: null,
      number: 0,
      grade: 'none' as const,
      reason: '该商品已不在售',
      ...unsettled,
    };
  }
  const refused = goods.is_buy === 1 ? null : goods.buy_state?.reason || '该商品暂不可购买';
  if (refused !== null || goods.terms === undefined)
    return { goods, number: 0, grade: 'none' as const, reason: refused ?? reason, ...unsettled };
  const settled = settleQuantity(number, quantityBounds(fromWire<GoodsTerms>(goods.terms))).value;
  if (settled === number) return { goods };
  // Out of stock when it was saved, and available again.
  const change = number === 0 ? '现在可以购买，请核对' : `数量由${number}改为${settled}，请核对`;
  const kinds: DoubtKind[] = ['quantity'];
  return { goods, number: settled, grade: 'check' as const, reason: change, ...unsettled, kinds };
}
