/** Matches a purchase list: the meaning of each line, its offer, and how sure the match is. */

import { maxFormLines } from '#lib/contract/constants.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type {
  MatchOutput,
  MatchValues,
  PurchaseRow,
  Remembered,
  RememberValues,
} from '#lib/contract/quick-order/calls.ts';
import { joinReasons } from '#lib/rules/purchase/purchase-doubts.ts';
import { readPurchaseLine } from '#lib/rules/purchase/purchase-line.ts';
import type { PurchaseEntry } from '#lib/rules/purchase/purchase-split.ts';
import { chosenVerdict, type PurchaseVerdict } from '#lib/rules/purchase/purchase-verdict.ts';
import { isPieces } from '#lib/rules/purchase/quantity-guess.ts';
import { findCutCodeIn } from '#lib/rules/tables/cell.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import type { Catalogue } from '../engines/search/catalogue.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { goodsItems } from '../goods/items.ts';
import { productNames } from '../goods/wire.ts';
import { findBoughtProducts } from './bought.ts';
import { chooseAll } from './choose.ts';
import { readEntries, type Wanted } from './entries.ts';
import { judgeEntries, keyOfChoice, readProducts } from './judge.ts';
import type { Pick } from './pick.ts';
import { listPurchaseProducts, putMemory } from './rows.ts';

/**
 * `POST /api/quick-order/match`. Adds nothing: the buyer looks at the answer first. Throws 422 for an empty list, for
 * more than 500 lines, for files that cannot be read, and for columns that do not fit the table.
 */
export async function matchPurchase(context: Context<'buyer'>, input: MatchValues): Promise<MatchOutput> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const { wanted, table } = await readEntries(context, input);
  if (table !== null && table.questions.length > 0)
    return { rows: [], counts: { sure: 0, check: 0, none: 0 }, table };
  if (wanted.length === 0) throw fieldError('text', '没有读到商品，请每行写一种：品名 规格 厂家 数量');
  if (wanted.length > maxFormLines)
    throw fieldError('text', `共${wanted.length}行，一次最多匹配${maxFormLines}行，请分几次粘贴`);
  const catalogue = await getCatalogue(db);
  const bought = await findBoughtProducts(db, account);
  const judged = await judge(context, catalogue, wanted, bought);
  const chosen = await chooseAll(
    db,
    account,
    catalogue,
    judged.map(({ verdict }) => verdict),
    bought,
    now,
  );
  const ids = [...new Set(chosen.flatMap(({ pick }) => pick?.goodsId ?? []))];
  const items = new Map(
    (await goodsItems(db, account, catalogue, ids, now.getTime())).map((item) => [item.id, item]),
  );
  const rows = judged.map(({ entry }, at): PurchaseRow => {
    const { verdict, pick, others } = must(chosen[at], 'what a line becomes');
    return {
      text: entry.raw,
      // A number that cannot be ordered is not sent back as if it could.
      given: entry.quantity !== null && isPieces(entry.quantity) ? entry.quantity : null,
      ...withCutCode(entry.raw, settle(verdict, pick)),
      confidence: verdict.confidence,
      number: pick?.number ?? 0,
      goods: (pick && items.get(pick.goodsId)) ?? null,
      others: others.map(({ product, note }) => ({ product_id: product.id, ...productNames(product), note })),
    };
  });
  const count = (grade: PurchaseRow['grade']) => rows.filter((row) => row.grade === grade).length;
  return { rows, counts: { sure: count('sure'), check: count('check'), none: count('none') }, table };
}

/**
 * `POST /api/quick-order/remember`: saves what this company means by these lines. Safe to repeat. Throws 404 when one
 * of the products does not exist.
 */
export async function rememberPurchase(
  { db, actor: { account }, now }: Context<'buyer'>,
  input: RememberValues,
): Promise<Remembered> {
  const products = new Map(
    (await listPurchaseProducts(db, [...new Set(input.rows.map((row) => row.product_id))])).map((row) => [
      row.id,
      row,
    ]),
  );
  const meant = input.rows.map(({ text, product_id, number }) => {
    const product = products.get(product_id);
    if (product === undefined) throw new AppError(404, '商品不存在或已被删除');
    const line = readPurchaseLine({ raw: text, quantity: number ?? null, unit: '' });
    return { line: keyOfChoice(line, product), productId: product_id };
  });
  const remaining = meant.filter(({ line }) => line !== '');
  await putMemory(db, account.companyId, remaining, now);
  return { total: remaining.length };
}

async function judge(
  { db, actor: { account } }: Context<'buyer'>,
  catalogue: Catalogue,
  wanted: readonly Wanted[],
  bought: ReadonlySet<number>,
): Promise<{ entry: PurchaseEntry; verdict: PurchaseVerdict }[]> {
  const open = wanted.filter(({ productId }) => productId === undefined);
  const [judged, chosen] = await Promise.all([
    judgeEntries(
      db,
      catalogue,
      account.companyId,
      open.map(({ entry }) => entry),
      bought,
    ),
    chosenProducts(db, wanted),
  ]);
  const verdicts = new Map(judged.map((one) => [one.entry, one.verdict]));
  return wanted.map(({ entry, productId }) => {
    if (productId === undefined)
      return { entry, verdict: must(verdicts.get(entry), `the verdict of “${entry.raw}”`) };
    const read = chosen.get(productId);
    if (read === undefined) throw new AppError(404, '商品不存在或已被删除');
    return { entry, verdict: chosenVerdict(readPurchaseLine(entry), read) };
  });
}

async function chosenProducts(db: Db, wanted: readonly Wanted[]) {
  return readProducts(db, [...new Set(wanted.flatMap(({ productId }) => productId ?? []))]);
}

interface Settled {
  grade: PurchaseRow['grade'];
  reason: string;
}

/** A code cut by a spreadsheet may be another item's: its line needs a look, and says why. */
function withCutCode(raw: string, { grade, reason }: Settled): Settled {
  const cut = findCutCodeIn(raw);
  if (cut === null) return { grade, reason };
  return grade === 'none' ? { grade, reason: cut } : { grade: 'check', reason: joinReasons([cut, reason]) };
}

/** The grade after checking the offer: red for what cannot be bought, a look and a reason for what was changed. */
function settle(verdict: PurchaseVerdict, pick: Pick | null): Settled {
  const { grade, said, product } = verdict;
  const why = said === null ? [] : [said];
  const reason = joinReasons(grade === 'sure' ? [verdict.reason, ...why] : [...why, verdict.reason]);
  if (product === null) return { grade, reason };
  if (pick === null) return { grade: 'none', reason: '该商品暂无商家在售' };
  if (pick.refusal !== null) return { grade: 'none', reason: pick.refusal };
  const notes: string[] = [];
  if (pick.packing !== null) notes.push(`${pick.packing}，请核对`);
  if (pick.change !== null) notes.push(`${pick.change}，请核对`);
  if (pick.shortDays !== null)
    notes.push(`剩余效期${Math.max(0, pick.shortDays)}天，短于贵司设定的最低效期，请核对`);
  if (notes.length === 0) return { grade, reason };
  return {
    grade: 'check',
    reason: joinReasons([...(grade === 'sure' ? why : [reason]), ...notes]),
  };
}
