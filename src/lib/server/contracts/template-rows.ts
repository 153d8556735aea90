/** Versions of contracts' texts. They are only added to. */
import { createHash } from 'node:crypto';
import { desc, sql } from 'drizzle-orm';
import { firstTexts } from '#lib/rules/contracts/first-texts.ts';
import { type ContractKind, contractKindKeys } from '#lib/rules/contracts/kinds.ts';
import type { Db, Tx } from '../db/client.ts';
import { contract, contractTemplate } from '../db/schema.ts';

export type TemplateRow = typeof contractTemplate.$inferSelect;

/** SHA-256 of a text in hex. */
export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The newest version of each kind. A kind without one gets the first, which is part of the program. */
export async function newestTemplates(db: Db | Tx): Promise<Map<ContractKind, TemplateRow>> {
  const read = async () =>
    new Map(
      (
        await db
          .selectDistinctOn([contractTemplate.kind])
          .from(contractTemplate)
          .orderBy(contractTemplate.kind, desc(contractTemplate.version))
      ).map((row) => [row.kind, row]),
    );
  const found = await read();
  const missing = contractKindKeys.filter((kind) => !found.has(kind));
  if (missing.length === 0) return found;
  await db
    .insert(contractTemplate)
    .values(
      missing.map((kind) => ({
        kind,
        version: 1,
        body: firstTexts[kind],
        hash: textHash(firstTexts[kind]),
        note: '首个版本',
        publishedBy: '系统',
      })),
    )
    .onConflictDoNothing();
  return read();
}

/** Adds a version; false where that number is taken. */
export async function addTemplate(
  tx: Tx,
  row: Omit<typeof contractTemplate.$inferInsert, 'id' | 'hash'>,
): Promise<boolean> {
  const { rowCount } = await tx
    .insert(contractTemplate)
    .values({ ...row, hash: textHash(row.body) })
    .onConflictDoNothing();
  return rowCount === 1;
}

/** All versions, the newest first, with how many contracts rest on each. */
export function listTemplates(db: Db | Tx) {
  return db
    .select({
      kind: contractTemplate.kind,
      version: contractTemplate.version,
      body: contractTemplate.body,
      hash: contractTemplate.hash,
      note: contractTemplate.note,
      publishedBy: contractTemplate.publishedBy,
      createdAt: contractTemplate.createdAt,
      contracts: sql<number>`(select count(*)::int from ${contract} where ${contract.templateId} = ${contractTemplate.id})`,
    })
    .from(contractTemplate)
    .orderBy(contractTemplate.kind, desc(contractTemplate.version));
}
