/** From lines to products: candidates from the index, facts in one query, the verdict by the rules. */
import { type ReadProduct, readProduct } from '#lib/rules/purchase/product.ts';
import { memoryKey, type PurchaseLine, readPurchaseLine } from '#lib/rules/purchase/purchase-line.ts';
import type { PurchaseEntry } from '#lib/rules/purchase/purchase-split.ts';
import { judgeLine, type PurchaseVerdict } from '#lib/rules/purchase/purchase-verdict.ts';
import { makePace } from '../core/process/pace.ts';
import type { Db } from '../db/client.ts';
import type { Catalogue } from '../engines/search/catalogue.ts';
import { pinyinOf } from '../engines/search/pinyin.ts';
import { findCandidates } from './candidates.ts';
import { listMemory, listPurchaseProducts } from './rows.ts';

/** An entry with its verdict. */
export interface Judged {
  entry: PurchaseEntry;
  line: PurchaseLine;
  verdict: PurchaseVerdict;
}

/** A line with its possible products. */
export interface Net {
  entry: PurchaseEntry;
  line: PurchaseLine;
  linePinyin: string;
  reads: ReadProduct[];
}

/** Searches for every line, and adds the company's remembered choices. */
export async function castNets(
  db: Db,
  catalogue: Catalogue,
  companyId: number,
  entries: readonly PurchaseEntry[],
): Promise<{ nets: Net[]; memory: Map<string, number> }> {
  const lines = entries.map((entry) => ({ entry, line: readPurchaseLine(entry) }));
  const keys = lines.map(({ line }) => memoryKey(line));
  const memory = await listMemory(
    db,
    companyId,
    [...new Set(keys)].filter((key) => key !== ''),
  );
  const { ids } = catalogue.products;
  const pace = makePace();
  const found: (Omit<Net, 'reads'> & { ids: number[] })[] = [];
  for (const { entry, line } of lines) {
    await pace();
    const linePinyin = pinyinOf(line.text.replace(/[^\p{Script=Han}]+/gu, '')).full;
    const near = findCandidates(catalogue, line, linePinyin).flatMap((place) => ids[place] ?? []);
    const chosen = memory.get(memoryKey(line));
    found.push({
      entry,
      line,
      linePinyin,
      ids: [...new Set([...(chosen === undefined ? [] : [chosen]), ...near])],
    });
  }
  const facts = await readProducts(db, [...new Set(found.flatMap((one) => one.ids))]);
  const nets = found.map(({ ids: near, ...net }) => ({
    ...net,
    reads: near.flatMap((id) => facts.get(id) ?? []),
  }));
  return { nets, memory };
}

/**
 * Judges entries for a company; `bought` are products it has bought. Lines are judged in portions, so that other
 * requests run in between.
 */
export async function judgeEntries(
  db: Db,
  catalogue: Catalogue,
  companyId: number,
  entries: readonly PurchaseEntry[],
  bought: ReadonlySet<number>,
): Promise<Judged[]> {
  const { nets, memory } = await castNets(db, catalogue, companyId, entries);
  const prior = (id: number) => (bought.has(id) ? 1 : popularity(catalogue, id));
  const judged: Judged[] = [];
  const pace = makePace();
  for (const { entry, line, linePinyin, reads } of nets) {
    await pace();
    judged.push({ entry, line, verdict: judgeLine(line, reads, { prior, memory, linePinyin }) });
  }
  return judged;
}

/** Products a read: the rows of one answer are parsed on the shared thread. */
const portion = 250;

/** Products with normalized texts, by id. */
export async function readProducts(db: Db, ids: readonly number[]): Promise<Map<number, ReadProduct>> {
  const pace = makePace();
  const products = new Map<number, ReadProduct>();
  for (let from = 0; from < ids.length; from += portion) {
    for (const row of await listPurchaseProducts(db, ids.slice(from, from + portion))) {
      await pace();
      products.set(row.id, readProduct(row));
    }
  }
  return products;
}

/** 0 to 0.8: in-stock best sellers are likelier to be meant. */
function popularity({ products, goods, goodsOf }: Catalogue, id: number): number {
  let sales = 0;
  let isInStock = false;
  for (const at of goodsOf.of(products.places.get(id) ?? -1)) {
    sales += goods.salesAt(at);
    isInStock ||= goods.isInStock(at) && goods.isOffered(at);
  }
  return (isInStock ? 0.4 : 0) + Math.min(0.4, Math.log10(1 + sales) / 12);
}
