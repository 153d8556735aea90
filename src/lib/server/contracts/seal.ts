/** The seller's signature, and a contract that both sides have signed (rules 20). */
import { pairOf, termOf } from '#lib/rules/contracts/state.ts';
import type { Tx } from '../db/client.ts';
import { findSealNow } from './own-seal-rows.ts';
import { addEvent, type ContractRow, changeContract, insertSignature, listOfPair } from './rows.ts';

/**
 * Adds the seller's signature, with the merchant's present seal. The contract is in force from today, or after the one that
 * it renews. Null where it was sealed or made void meanwhile.
 */
export async function sealContract(
  tx: Tx,
  row: ContractRow,
  { seller, by, now, role = 'seal' }: { seller: string; by: string; now: Date; role?: string },
): Promise<ContractRow | null> {
  const picture = row.merchantId === null ? null : await findSealNow(tx, row.merchantId);
  const isNew = await insertSignature(tx, {
    contractId: row.id,
    side: 'seller',
    party: seller,
    signer: by,
    role,
    bodyHash: row.bodyHash,
    sealFileId: picture?.fileId ?? null,
    signedAt: now,
  });
  if (!isNew) return null;
  return completeContract(tx, row, { by, now });
}

/** Both sides have signed: names its days. Null where it is signed or void already. */
export async function completeContract(
  tx: Tx,
  row: ContractRow,
  { by, now }: { by: string; now: Date },
): Promise<ContractRow | null> {
  const { contracts } = await listOfPair(tx, row);
  const before = pairOf(contracts, now.getTime());
  const signed = await changeContract(tx, row.id, ['sent', 'half'], {
    state: 'signed',
    ...termOf(row.kind, before, now.getTime()),
    signedAt: now,
    askAt: null,
  });
  if (signed !== null) await addEvent(tx, row.id, { act: 'seal', actor: 'system', who: by, at: now });
  return signed;
}
