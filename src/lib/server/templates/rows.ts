/** Purchase templates. Every statement is bound to the member who owns them and the company for which they buy. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { goods, product, purchaseTemplate, purchaseTemplateLine } from '../db/schema.ts';

export type TemplateRow = typeof purchaseTemplate.$inferSelect;
export type NewTemplateLine = Omit<typeof purchaseTemplateLine.$inferInsert, 'templateId' | 'sort'>;

/** The owner of templates. */
export type TemplateOwner = { userId: string; companyId: number };

function ownedBy({ userId, companyId }: TemplateOwner) {
  return and(eq(purchaseTemplate.userId, userId), eq(purchaseTemplate.companyId, companyId));
}

/** Serializes changes of a member's templates until the transaction ends. */
export async function lockTemplates(tx: Tx, { userId }: TemplateOwner): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`templates:${userId}`}, 0))`);
}

/** A member's templates, in the order in which they were made; with `id` that one. */
export async function listTemplates(db: Db | Tx, owner: TemplateOwner, id?: number): Promise<TemplateRow[]> {
  return db
    .select()
    .from(purchaseTemplate)
    .where(and(ownedBy(owner), id === undefined ? undefined : eq(purchaseTemplate.id, id)))
    .orderBy(asc(purchaseTemplate.id));
}

/** Lines of templates with the names of their items. */
export async function listTemplateLines(db: Db | Tx, owner: TemplateOwner, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .select({
      line: purchaseTemplateLine,
      product: {
        id: product.id,
        name: product.name,
        spec: product.spec,
        maker: product.maker,
        unit: product.unit,
        pictures: product.pictures,
        otc: product.otc,
      },
    })
    .from(purchaseTemplateLine)
    .innerJoin(purchaseTemplate, eq(purchaseTemplate.id, purchaseTemplateLine.templateId))
    .innerJoin(goods, eq(goods.id, purchaseTemplateLine.goodsId))
    .innerJoin(product, eq(product.id, goods.productId))
    .where(and(ownedBy(owner), inArray(purchaseTemplateLine.templateId, [...ids])))
    .orderBy(asc(purchaseTemplateLine.templateId), asc(purchaseTemplateLine.sort));
}

type Fields = Pick<TemplateRow, 'name' | 'weekday' | 'monthDay'>;

/** Saves a new template; its name must be free. */
export async function insertTemplate(
  tx: Tx,
  owner: TemplateOwner,
  fields: Fields,
  now: Date,
): Promise<number | null> {
  const { userId, companyId } = owner;
  const [made] = await tx
    .insert(purchaseTemplate)
    .values({ ...fields, userId, companyId, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: purchaseTemplate.id });
  return made?.id ?? null;
}

/** Changes a template that still has this version; false for another version, or another person's. */
export async function updateTemplate(
  tx: Tx,
  owner: TemplateOwner,
  { id, version, ...fields }: Fields & { id: number; version: number },
  now: Date,
): Promise<boolean> {
  const rows = await tx
    .update(purchaseTemplate)
    .set({ ...fields, version: version + 1, updatedAt: now })
    .where(and(ownedBy(owner), eq(purchaseTemplate.id, id), eq(purchaseTemplate.version, version)))
    .returning({ id: purchaseTemplate.id });
  return rows.length > 0;
}

/** Replaces the lines of a template. The template is the caller's, and locked. */
export async function putTemplateLines(
  tx: Tx,
  templateId: number,
  lines: readonly NewTemplateLine[],
): Promise<void> {
  await tx.delete(purchaseTemplateLine).where(eq(purchaseTemplateLine.templateId, templateId));
  await tx.insert(purchaseTemplateLine).values(lines.map((line, sort) => ({ ...line, templateId, sort })));
}

/** Deletes a member's template with its lines; true when it existed. */
export async function deleteTemplate(db: Db | Tx, owner: TemplateOwner, id: number): Promise<boolean> {
  const rows = await db
    .delete(purchaseTemplate)
    .where(and(ownedBy(owner), eq(purchaseTemplate.id, id)))
    .returning({ id: purchaseTemplate.id });
  return rows.length > 0;
}

/** Records that a template was ordered on this day. */
export async function markTemplateUsed(
  db: Db | Tx,
  owner: TemplateOwner,
  id: number,
  usedOn: string,
): Promise<void> {
  await db
    .update(purchaseTemplate)
    .set({ usedOn })
    .where(and(ownedBy(owner), eq(purchaseTemplate.id, id)));
}

/** The existing ones of these ids, for a template. */
export async function listKnownGoods(db: Db | Tx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: goods.id })
    .from(goods)
    .where(inArray(goods.id, [...ids]));
  return new Set(rows.map((row) => row.id));
}
