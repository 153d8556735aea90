/** Contracts as the wire has them. */
import type { ContractRowWire } from '#lib/contract/contracts/detail.ts';
import { contractKindText } from '#lib/rules/contracts/kinds.ts';
import { type RemoteReader, remoteStep } from '#lib/rules/contracts/remote.ts';
import { contractText, isContractSigned } from '#lib/rules/contracts/state.ts';
import type { Db, Tx } from '../db/client.ts';
import { findSigning } from '../ports/signing/providers.ts';
import { type ContractEntry, type ContractRow, listOfCompanies } from './rows.ts';

/** Who reads a contract, and when: a person of the buyer, or a desk. */
export type WireReader = ({ userId: string } | { side: 'merchant' | 'platform' }) & { now: Date };

/** Address of a contract's sealed PDF. */
export function contractFile(no: string): string {
  return `/file/contract/${encodeURIComponent(no)}`;
}

export function rowWire(entry: ContractEntry, reader: WireReader): ContractRowWire {
  const { contract: row, merchant } = entry;
  const name = findSigning(row.provider)?.name ?? '签署平台';
  const facts = { ...row, hasFlow: row.remoteNo !== '', isAgreed: row.askAt !== null };
  const { mayGo, text } = remoteStep(facts, remoteReader(entry, reader), name);
  return {
    no: row.no,
    kind: row.kind,
    kind_text: contractKindText(row.kind),
    merchant_id: row.merchantId ?? 0,
    merchant: merchant ?? '平台',
    state: row.state,
    state_text: text === '' ? contractText(row, reader.now.getTime()) : '签署中',
    valid_from: row.validFrom ?? '',
    valid_to: row.validTo ?? '',
    signed_at: row.signedAt?.toISOString() ?? '',
    created_at: row.createdAt.toISOString(),
    void_reason: row.voidReason,
    waits_text: text,
    sign_at: mayGo ? name : '',
    file_url: isContractSigned(row.state) ? contractFile(row.no) : '',
  };
}

function remoteReader({ buyerUserId }: ContractEntry, reader: WireReader): RemoteReader {
  if ('side' in reader) return reader.side;
  return reader.userId === buyerUserId ? 'signer' : 'colleague';
}

/** The rows of a company's contracts, in the order of `rows`. */
export async function rowsWire(
  db: Db | Tx,
  rows: readonly ContractRow[],
  reader: WireReader,
): Promise<ContractRowWire[]> {
  const entries = await listOfCompanies(db, [...new Set(rows.map(({ companyId }) => companyId))]);
  const byId = new Map(entries.map((entry) => [entry.contract.id, entry]));
  return rows.flatMap(({ id }) => {
    const entry = byId.get(id);
    return entry === undefined ? [] : [rowWire(entry, reader)];
  });
}
