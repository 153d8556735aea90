/** Signs one contract: its row, the buyer's signature with its evidence, and the seller's part (rules 20). */
import { AppError } from '#lib/contract/errors.ts';
import { buyerActor } from '#lib/rules/companies/actors.ts';
import type { Authority } from '#lib/rules/contracts/authority.ts';
import {
  isContractOpen,
  isContractSigned,
  isPairInForce,
  mayRenew,
  pairOf,
  stateAfterSigning,
} from '#lib/rules/contracts/state.ts';
import type { CallContext } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { signingPort } from '../ports/signing/providers.ts';
import type { Settings } from '../site/settings.ts';
import { type Draft, draftsOf, type Partner } from './drafts.ts';
import type { ReadingProof } from './evidence.ts';
import { newContractNo } from './numbers.ts';
import {
  addEvent,
  type ContractRow,
  changeContract,
  insertContract,
  insertSignature,
  listOfPair,
} from './rows.ts';
import { sealContract } from './seal.ts';

export type Signing = CallContext<'buyer'>;

export const readAgain = () => new AppError(409, '合同内容有变化或打开时间过长，请重新阅读后签署');

interface Text {
  partner: Partner;
  read: ReadingProof['read'][number];
  readTo: number;
  authority: Authority;
  settings: Settings;
}

/**
 * Signs one text that was read to its end, for the caller's company. A contract that is signed already is returned as it
 * is. Throws 409 where the text has changed since it was read.
 */
export async function signOne(
  tx: Tx,
  context: Signing,
  { partner, read, readTo, authority, settings }: Text,
): Promise<ContractRow> {
  const {
    actor: { account },
    now,
    clientAddress,
    requestId,
  } = context;
  const { companyId } = account;
  const { seller, kind } = partner;
  const pairKey = { companyId, merchantId: seller?.id ?? null, kind };
  const [draft] = await draftsOf(tx, account, [partner], settings);
  if (draft === undefined || draft.bodyHash !== read.hash) {
    const done = await findCurrent(tx, pairKey, now);
    if (done !== null) return done;
    throw readAgain();
  }
  const row = await openContract(tx, draft, pairKey, now);
  if (row === null) {
    const done = await findCurrent(tx, pairKey, now);
    if (done === null) throw new AppError(409, '同事正在签署这份合同，请刷新后再试');
    return done;
  }
  const isNew = await insertSignature(tx, {
    contractId: row.id,
    side: 'buyer',
    party: account.company,
    signer: account.name,
    role: account.role,
    userId: account.userId,
    authority,
    phoneTail: account.phone.slice(-4),
    clientAddress,
    readFrom: new Date(read.from),
    readTo: new Date(readTo),
    bodyHash: row.bodyHash,
    signedAt: now,
  });
  if (!isNew) return row;
  const actor = buyerActor(account, requestId);
  await addEvent(tx, row.id, { act: 'sign', actor: actor.kind, who: account.name, at: now });
  const sealsItself = seller === null || seller.sealsItself;
  if (signingPort().kind === 'remote') {
    // Both sign at the provider: the contract is handed over once the merchant agrees, and has named its seal there.
    const mayHandOver = seller === null || (sealsItself && seller.remoteSealId !== '');
    const handed = await changeContract(tx, row.id, ['sent'], {
      state: 'half',
      provider: 'esign',
      askAt: mayHandOver ? now : null,
    });
    return handed ?? row;
  }
  if (!sealsItself)
    return (await changeContract(tx, row.id, ['sent'], { state: stateAfterSigning(false) })) ?? row;
  return (
    (await sealContract(tx, row, {
      seller: draft.partner.seller?.name ?? draft.name,
      by: '自动盖章',
      now,
    })) ?? row
  );
}

/** The contract to sign: the sent one, or a new round; null where somebody else was faster. */
async function openContract(
  tx: Tx,
  { sent, template, fields, body, bodyHash }: Draft,
  pairKey: { companyId: number; merchantId: number | null; kind: ContractRow['kind'] },
  now: Date,
): Promise<ContractRow | null> {
  if (sent !== null) return sent;
  const { contracts, round } = await listOfPair(tx, pairKey);
  if (!mayRenew(pairOf(contracts, now.getTime()).state)) return null;
  return insertContract(tx, {
    ...pairKey,
    no: newContractNo(now),
    round: round + 1,
    templateId: template.id,
    fields,
    body,
    bodyHash,
    state: 'sent',
    createdAt: now,
  });
}

/** The contract of a pair that is in force or signed by this company; null for none. */
async function findCurrent(
  tx: Tx,
  pairKey: { companyId: number; merchantId: number | null; kind: ContractRow['kind'] },
  now: Date,
): Promise<ContractRow | null> {
  const { contracts } = await listOfPair(tx, pairKey);
  const { state } = pairOf(contracts, now.getTime());
  if (isPairInForce(state)) return contracts.findLast((one) => isContractSigned(one.state)) ?? null;
  return contracts.findLast((one) => isContractOpen(one.state) && one.state !== 'sent') ?? null;
}
