/** Versions of merchants' own seals, and the pictures that signatures name. Every query is bound to its merchant. */
import { and, desc, eq } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { contractSeal, merchantFile } from '../db/schema.ts';

/** The versions of a merchant's seal, the newest first. */
export function listSeals(db: Db | Tx, merchantId: number, limit: number) {
  return db
    .select({
      version: contractSeal.version,
      fileId: contractSeal.fileId,
      digest: merchantFile.digest,
      name: merchantFile.name,
      setBy: contractSeal.setBy,
      createdAt: contractSeal.createdAt,
    })
    .from(contractSeal)
    .leftJoin(
      merchantFile,
      and(eq(merchantFile.id, contractSeal.fileId), eq(merchantFile.merchantId, contractSeal.merchantId)),
    )
    .where(eq(contractSeal.merchantId, merchantId))
    .orderBy(desc(contractSeal.version))
    .limit(limit);
}

type SealVersion = Awaited<ReturnType<typeof listSeals>>[number];

/** The version that is valid now; null where the merchant has never set one. */
export async function findSealNow(db: Db | Tx, merchantId: number): Promise<SealVersion | null> {
  const [row] = await listSeals(db, merchantId, 1);
  return row ?? null;
}

/** Adds the version behind the one that was read, 0 for none; false when another was faster. */
export async function addSeal(
  tx: Tx,
  row: { merchantId: number; version: number; fileId: number | null; setBy: string; createdAt: Date },
): Promise<boolean> {
  const { rowCount } = await tx.insert(contractSeal).values(row).onConflictDoNothing();
  return rowCount === 1;
}

/** The picture of a seal that a signature of that merchant names; null for another merchant's file. */
export async function findSealFile(db: Db | Tx, merchantId: number, fileId: number) {
  const [row] = await db
    .select({ merchantId: merchantFile.merchantId, digest: merchantFile.digest })
    .from(merchantFile)
    .where(
      and(
        eq(merchantFile.id, fileId),
        eq(merchantFile.merchantId, merchantId),
        eq(merchantFile.kind, 'contract_seal'),
      ),
    );
  return row ?? null;
}
