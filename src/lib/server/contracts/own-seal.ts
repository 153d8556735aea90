/** A merchant's own seal on its contracts: versions of a picture, each valid for what is sealed after it (rules 20). */
import type { OwnSealWire } from '#lib/contract/contracts/seal.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { Upload } from '#lib/contract/uploads.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Db, Tx } from '../db/client.ts';
import { putMerchantFile } from '../files/merchant-files.ts';
import { merchantFileAddress, saveMerchantFile } from '../files/report-rows.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { openFiles } from '../ports/files/store.ts';
import { addSeal, findSealFile, findSealNow, listSeals } from './own-seal-rows.ts';
import type { SignatureRow } from './rows.ts';

const shownVersions = 20;

/** `GET /api/desk/contract-seal`: the caller's merchant's, with its last versions. */
export async function getOwnSeal({
  db,
  actor: { merchantId },
}: Pick<Context<'merchant'>, 'db' | 'actor'>): Promise<OwnSealWire> {
  const versions = await listSeals(db, merchantId, shownVersions);
  const [valid] = versions;
  const digest = valid?.digest ?? null;
  const bytes =
    digest === null
      ? undefined
      : await (await openFiles()).find(merchantFileAddress({ merchantId, digest }), 'stored');
  return {
    version: valid?.version ?? 0,
    picture: bytes === undefined ? '' : `data:image/png;base64,${bytes.toString('base64')}`,
    versions: versions.map(({ version, fileId, name, setBy, createdAt }) => ({
      version,
      is_drawn: fileId === null ? 1 : 0,
      name: name ?? '',
      set_by: setBy,
      set_at: createdAt.toISOString(),
    })),
  };
}

/**
 * `POST /api/desk/contract-seal`: shown on contracts that are sealed from now on; sealed ones keep theirs. The same picture
 * again changes nothing. Throws 409 where a colleague has changed it since `version` was read, and as `putMerchantFile`.
 */
export async function setOwnSeal(
  context: Context<'merchant'>,
  { file, version }: { file: Upload; version: number },
): Promise<OwnSealWire> {
  const stored = await putMerchantFile(context, file, 'contract_seal');
  await context.db.transaction(async (tx) => {
    const { id, name } = await saveMerchantFile(tx, stored);
    await change(tx, context, { version, fileId: id, name });
  });
  return getOwnSeal(context);
}

/** `POST /api/desk/contract-seal/drop`: the seal is drawn again from now on. Safe to repeat. Throws 409 likewise. */
export async function dropOwnSeal(
  context: Context<'merchant'>,
  { version }: { version: number },
): Promise<OwnSealWire> {
  await context.db.transaction((tx) => change(tx, context, { version, fileId: null, name: '' }));
  return getOwnSeal(context);
}

async function change(
  tx: Tx,
  context: Context<'merchant'>,
  { version, fileId, name }: { version: number; fileId: number | null; name: string },
): Promise<void> {
  const {
    actor: { merchantId, name: setBy },
    now,
  } = context;
  const before = await findSealNow(tx, merchantId);
  if ((before?.fileId ?? null) === fileId) return;
  const next = { merchantId, version: version + 1, fileId, setBy, createdAt: now };
  if ((before?.version ?? 0) !== version || !(await addSeal(tx, next))) {
    // The same change at the same moment, as by a second press.
    const valid = await findSealNow(tx, merchantId);
    if (valid !== null && valid.fileId === fileId) return;
    throw new AppError(409, '同事刚刚更换了合同印章，请刷新后核对');
  }
  await writeAudit(tx, recordOf(context), {
    act: 'contract.own_seal',
    subject: 'merchant',
    key: merchantId,
    before: before && { version: before.version, file: before.fileId, name: before.name },
    after: { version: next.version, file: fileId, name },
    at: now,
  });
}

/**
 * The picture of the seal that a signature names; null where it names none. Throws 503 where the store does not give it:
 * the contract is sealed later rather than without it.
 */
export async function readSeal(
  db: Db,
  merchantId: number | null,
  { sealFileId }: Pick<SignatureRow, 'sealFileId'>,
): Promise<Uint8Array | null> {
  if (merchantId === null || sealFileId === null) return null;
  const row = await findSealFile(db, merchantId, sealFileId);
  const bytes = row && (await (await openFiles()).find(merchantFileAddress(row), 'stored'));
  if (!bytes) throw new AppError(503, '合同印章的图片暂时无法读取，请稍候再试');
  return bytes;
}
