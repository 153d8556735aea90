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
import { memoryKey, readPurchaseLine } from '#lib/rules/purchase/purchase-line.ts';
import { isTalk } from '#lib/rules/purchase/purchase-remarks.ts';
import type { PurchaseEntry } from '#lib/rules/purchase/purchase-split.ts';
import { chosenVerdict, type PurchaseVerdict } from '#lib/rules/purchase/purchase-verdict.ts';
import { isPieces } from '#lib/rules/purchase/quantity-guess.ts';
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
import { judgeEntries, readProducts } from './judge.ts';
import { listPurchaseProducts, putMemory } from './rows.ts';
import { settle } from './settle.ts';
import { splitSeveral } from './split.ts';

const nothingRead = '没有读到商品，请每行写一种：品名 规格 厂家 数量';

function tooMany(lines: number) {
  return fieldError('text', `共${lines}行，一次最多匹配${maxFormLines}行，请分几次粘贴`);
}

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
    return { rows: [], counts: { sure: 0, check: 0, none: 0 }, table, left_out: [] };
  if (wanted.length === 0) throw fieldError('text', nothingRead);
  if (wanted.length > maxFormLines) throw tooMany(wanted.length);
  const catalogue = await getCatalogue(db);
  const bought = await findBoughtProducts(db, account);
  const { judged, leftOut } = withoutTalk(await judge(context, catalogue, wanted, bought));
  if (judged.length === 0) throw fieldError('text', nothingRead);
  if (judged.length > maxFormLines) throw tooMany(judged.length);
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
    const { grade, reason, doubts, ways } = settle(entry.raw, verdict, pick);
    return {
      text: entry.raw,
      // A number that cannot be ordered is not sent back as if it could.
      given: entry.quantity !== null && isPieces(entry.quantity) ? entry.quantity : null,
      grade,
      reason,
      kinds: [...new Set(doubts.map(({ kind }) => kind))],
      about: doubts.find(({ about }) => about !== undefined)?.about ?? '',
      ways,
      confidence: verdict.confidence,
      number: pick?.number ?? 0,
      goods: (pick && items.get(pick.goodsId)) ?? null,
      others: others.map(({ product, note }) => ({ product_id: product.id, ...productNames(product), note })),
    };
  });
  const count = (grade: PurchaseRow['grade']) => rows.filter((row) => row.grade === grade).length;
  return {
    rows,
    counts: { sure: count('sure'), check: count('check'), none: count('none') },
    table,
    left_out: leftOut,
  };
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
    return { line: memoryKey(line), productId: product_id };
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
  const judgeMore = (entries: readonly PurchaseEntry[]) =>
    judgeEntries(db, catalogue, account.companyId, entries, bought);
  const [judged, chosen] = await Promise.all([
    judgeMore(open.map(({ entry }) => entry)),
    chosenProducts(db, wanted),
  ]);
  const several = await splitSeveral(judged, judgeMore);
  const verdicts = new Map(judged.map((one) => [one.entry, one.verdict]));
  return wanted.flatMap(({ entry, productId }) => {
    if (productId === undefined)
      return (
        several.get(entry) ?? [{ entry, verdict: must(verdicts.get(entry), `the verdict of “${entry.raw}”`) }]
      );
    const read = chosen.get(productId);
    if (read === undefined) throw new AppError(404, '商品不存在或已被删除');
    return [{ entry, verdict: chosenVerdict(readPurchaseLine(entry), read) }];
  });
}

/** Greetings, addresses and signatures apart: lines that name no goods and read as talk. */
function withoutTalk<T extends { entry: PurchaseEntry; verdict: PurchaseVerdict }>(judged: readonly T[]) {
  const isLeftOut = ({ entry, verdict }: T) => verdict.product === null && isTalk(entry.raw);
  return {
    judged: judged.filter((one) => !isLeftOut(one)),
    leftOut: judged.filter(isLeftOut).map(({ entry }) => entry.raw),
  };
}

async function chosenProducts(db: Db, wanted: readonly Wanted[]) {
  return readProducts(db, [...new Set(wanted.flatMap(({ productId }) => productId ?? []))]);
}
