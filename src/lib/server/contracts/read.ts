/** A company's contracts: the state with each partner, the list, and one of them (rules 20). */
import type { ContractPairWire, ContractsAnswer } from '#lib/contract/contracts/calls.ts';
import type { ContractDetail } from '#lib/contract/contracts/detail.ts';
import { AppError } from '#lib/contract/errors.ts';
import { roleText } from '#lib/rules/companies/roles.ts';
import { contractActs } from '#lib/rules/contracts/acts.ts';
import { contractKinds } from '#lib/rules/contracts/kinds.ts';
import { isPairInForce, pairStates } from '#lib/rules/contracts/state.ts';
import { daysLeft } from '#lib/rules/terms/shelf-life.ts';
import { coveringCompanies } from '../contract-guard/guard.ts';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import { authorityText, canSign, listPartners, type Partner, signerOf } from './drafts.ts';
import {
  type ContractEntry,
  type ContractReader,
  findContract,
  listEvents,
  listOfCompanies,
  listSignatures,
} from './rows.ts';
import { rowWire, type WireReader } from './wire.ts';

/** `GET /api/contract`: partners with what is asked, in force, ending or ended, and all contracts, the newest first. */
export async function listContracts({
  db,
  actor: { account },
  now,
}: Context<'buyer'>): Promise<ContractsAnswer> {
  const [partners, list] = await Promise.all([
    listPartners(db, account, [], now),
    listOfCompanies(db, coveringCompanies(account)),
  ]);
  return {
    pairs: partners.map((partner) => pairWire(partner, now)),
    list: list.map((entry) => rowWire(entry, { userId: account.userId, now })),
    signer: signerOf(account, now),
  };
}

function pairWire(partner: Partner, now: Date): ContractPairWire {
  const { seller, kind, pair, isAsked } = partner;
  return {
    merchant_id: seller?.id ?? 0,
    merchant: seller?.shortName ?? '平台',
    kind,
    kind_text: contractKinds[kind].text,
    state: pair.state,
    state_text: pairText(partner),
    valid_to: pair.validTo ?? '',
    days_left: pair.validTo === null ? null : daysLeft(pair.validTo, now.getTime()),
    is_asked: isAsked ? 1 : 0,
    can_sign: canSign(partner) ? 1 : 0,
  };
}

/** What nobody asks for is no duty: the agreement with the platform before it is sent. */
function pairText({ pair, isAsked, isRemote }: Partner): string {
  if (isRemote && !isPairInForce(pair.state)) return '签署中';
  return pair.state === 'none' && !isAsked ? '未签署（可选）' : pairStates[pair.state].text;
}

/** `GET /api/contract/detail/{no}`. Throws 404 for an unknown one and another company's. */
export async function getContract(
  context: Context<'buyer'>,
  { no }: { no: string },
): Promise<ContractDetail> {
  const found = await findOwnContract(context, no);
  if (found === null) throw new AppError(404, '没有这份合同');
  return found;
}

/** The same, null instead of 404. */
export async function findOwnContract(
  { db, actor: { account }, now }: Context<'buyer'>,
  no: string,
): Promise<ContractDetail | null> {
  return findDetail(db, no, { companyIds: coveringCompanies(account) }, { userId: account.userId, now });
}

/** One contract with text, signatures and history; null where the reader has none of that number. */
export async function findDetail(
  db: Db,
  no: string,
  reader: ContractReader,
  as: WireReader,
): Promise<ContractDetail | null> {
  const entry = await findContract(db, no, reader);
  return entry === null ? null : detailOf(db, entry, as);
}

async function detailOf(db: Db, entry: ContractEntry, as: WireReader): Promise<ContractDetail> {
  const { contract, version } = entry;
  const [signatures, events] = await Promise.all([
    listSignatures(db, [contract.id]),
    listEvents(db, contract.id),
  ]);
  return {
    ...rowWire(entry, as),
    body: contract.body,
    body_hash: contract.bodyHash,
    version,
    file_digest: contract.fileDigest,
    signatures: signatures.map(({ side, party, signer, role, authority, signedAt, readFrom, readTo }) => ({
      side,
      party,
      signer,
      role_text: role === 'seal' ? '盖章' : roleText(role),
      authority: authority === null ? '' : authorityText(authority),
      signed_at: signedAt.toISOString(),
      read_seconds:
        readFrom === null || readTo === null
          ? null
          : Math.round((readTo.getTime() - readFrom.getTime()) / 1000),
    })),
    events: events.map(({ act, who, note, at }) => ({
      act_text: contractActs[act],
      who,
      note,
      at: at.toISOString(),
    })),
  };
}
