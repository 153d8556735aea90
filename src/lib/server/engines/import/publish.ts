import type { Actor } from '#lib/rules/companies/actors.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from '#lib/server/db/client.ts';
import { ensureCategory, listCategoryPlaces, writeProducts } from '#lib/server/engines/import/import-rows.ts';
import { writePictures } from '#lib/server/goods/own-picture-rows.ts';
import { writeAudit } from '#lib/server/ledgers/audit-rows.ts';
import type { Publication } from './plan.ts';
import { productValues } from './product-values.ts';
import { type OfferOutcome, publishGoods } from './publish-goods.ts';

/** Finds or creates kind → category1 → category2; returns the id of the last. */
export class Categories {
  private readonly ids = new Map<string, number>();
  /** Created by the current transaction. */
  private made = new Map<string, number>();

  /** A transaction begins, or is repeated. */
  begin(): void {
    this.made.clear();
  }

  /** The transaction is committed. */
  commit(): void {
    for (const [key, id] of this.made) this.ids.set(key, id);
    this.made.clear();
  }

  async load(db: Db): Promise<void> {
    for (const row of await listCategoryPlaces(db))
      this.ids.set(this.key(row.parentId, row.kind, row.name), row.id);
  }

  private key(parentId: number | null, kind: string, name: string): string {
    return [parentId, kind, name].join('\u0000');
  }

  async getId(tx: Tx, kind: string, category1: string, category2: string): Promise<number> {
    const top = await this.getOne(tx, { parentId: null, kind, name: kind, level: 1 });
    const middle = await this.getOne(tx, { parentId: top, kind, name: category1, level: 2 });
    return this.getOne(tx, { parentId: middle, kind, name: category2, level: 3 });
  }

  private async getOne(
    tx: Tx,
    row: { parentId: number | null; kind: string; name: string; level: number },
  ): Promise<number> {
    const key = this.key(row.parentId, row.kind, row.name);
    const known = this.ids.get(key) ?? this.made.get(key);
    if (known !== undefined) return known;
    const id = await ensureCategory(tx, row);
    this.made.set(key, id);
    return id;
  }
}

/** One run of the import: by whom, when, and the name of the file. */
export interface ImportRun {
  actor: Actor;
  file: string;
  now: Date;
}

/**
 * Writes a batch: new or changed products in the order of their skus, then their offers. One transaction. Returns the
 * results of offers by sku.
 */
export async function publishBatch(
  db: Db,
  batch: Publication[],
  categories: Categories,
  merchants: Map<string, number>,
  { actor, file, now }: ImportRun,
): Promise<Map<string, OfferOutcome>> {
  const outcomes = await db.transaction(async (tx) => {
    // The transaction may be repeated: results of a rolled-back attempt are discarded.
    categories.begin();
    const changed = batch.filter((one) => one.isChanged).sort((a, b) => (a.sku < b.sku ? -1 : 1));
    const ids = new Map(batch.flatMap((one) => (one.id === null ? [] : [[one.sku, one.id] as const])));
    if (changed.length > 0) {
      const values = [];
      for (const { row } of changed) {
        const categoryId = await categories.getId(tx, row.kind, row.category1, row.category2);
        values.push({ ...productValues(row), categoryId, updatedAt: now });
      }
      const written = await writeProducts(tx, values);
      for (const { id, sku } of written) ids.set(sku, id);
    }
    for (const { sku, newPictures } of batch)
      if (newPictures !== null)
        await writePictures(tx, must(ids.get(sku), `product ${sku}`), newPictures, now);
    const offers = await publishGoods(tx, batch, ids, merchants, now);
    await writeAudit(tx, actor, {
      act: 'import.publish',
      subject: 'import',
      key: file,
      before: null,
      after: {
        rows: batch.length,
        changed: changed.length,
        firstSku: batch[0]?.sku,
        lastSku: batch.at(-1)?.sku,
      },
      at: now,
    });
    return offers;
  });
  categories.commit();
  return outcomes;
}
