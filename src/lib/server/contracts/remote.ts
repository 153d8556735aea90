/**
 * Contracts that a provider seals: handed over by a job, asked about until they end. A notice is a hint, the answer to our
 * question decides. A lost answer, a kill and a second notice change nothing: the provider knows the contract's number.
 */
import { contractKindText } from '#lib/rules/contracts/kinds.ts';
import { isContractHalf } from '#lib/rules/contracts/state.ts';
import { must } from '#lib/rules/terms/must.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import { log } from '../core/process/log.ts';
import type { Db } from '../db/client.ts';
import type { FlowState, RemoteSigning, SellerSigning, SigningOrder } from '../ports/signing/port.ts';
import { findSigning } from '../ports/signing/providers.ts';
import { plainPdf } from './file.ts';
import { listSellerParties } from './party-rows.ts';
import { claimOpening, findPhone, hurryContract, listToAsk } from './remote-rows.ts';
import {
  addEvent,
  type ContractEntry,
  type ContractRow,
  changeContract,
  findContractById,
  insertSignature,
  listSignatures,
} from './rows.ts';
import { completeContract } from './seal.ts';
import { tellBuyer, tellVoid } from './tell.ts';

const hour = 3_600_000;

/** The next question: after an hour on the first day, then once a day. */
function nextAsk(createdAt: Date, now: Date): Date {
  const isYoung = now.getTime() - createdAt.getTime() < 24 * hour;
  return new Date(now.getTime() + (isYoung ? hour : 24 * hour));
}

/** Hands contracts over to the provider and asks how those stand that were. */
export function askSigning(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job: 'askSigning',
    now,
    list: () => listToAsk(db, 'askSigning', now, 50),
    work: async (id: number) => {
      const entry = await findContractById(db, id, { merchantId: null });
      const provider = findSigning('esign');
      if (entry === null || entry.contract.askAt === null) return 0;
      if (provider === undefined) throw new Error('contracts wait for a signing provider that is not set up');
      await followOne(db, provider, entry, now);
      return 1;
    },
  });
}

/** A flow is opened by one caller at a time, ms: another one who comes meanwhile leaves it to them. */
const openingTtl = 45_000;

/**
 * Hands one contract over, or brings it to what the provider says. What somebody else is handing over at this moment is
 * left as it is. Throws where the provider gives no answer.
 */
export async function followOne(
  db: Db,
  provider: RemoteSigning,
  entry: ContractEntry,
  now: Date,
): Promise<void> {
  const { contract } = entry;
  const { id, state, remoteNo, createdAt, voidReason } = contract;
  if (!isContractHalf(state)) {
    // Made void here: the flow ends there too.
    if (remoteNo !== '') await provider.withdraw(remoteNo, voidReason);
    await changeContract(db, id, [state], { askAt: null });
    return;
  }
  if (remoteNo === '') {
    const order = await orderOf(db, entry);
    if (!(await claimOpening(db, id, now, new Date(now.getTime() + openingTtl)))) return;
    const flowNo = await provider.open(order);
    const kept = await changeContract(db, id, ['half'], { remoteNo: flowNo, askAt: nextAsk(createdAt, now) });
    if (kept === null) {
      await changeContract(db, id, ['void'], { remoteNo: flowNo, askAt: now });
      return;
    }
    await addEvent(db, id, { act: 'hand_over', actor: 'provider', who: provider.name, at: now });
    return;
  }
  await end(db, entry, await provider.query(remoteNo), now, provider.name);
}

const endings: Partial<Record<FlowState, string>> = {
  withdrawn: '已在签署平台撤回',
  expired: '在签署平台逾期未签',
  refused: '在签署平台被拒签',
};

async function end(
  db: Db,
  { contract }: ContractEntry,
  state: FlowState,
  now: Date,
  by: string,
): Promise<void> {
  const { id, createdAt } = contract;
  const reason = endings[state];
  await db.transaction(async (tx) => {
    if (reason !== undefined) {
      const set = { state: 'void', voidedAt: now, voidReason: reason, askAt: null } as const;
      const ended = await changeContract(tx, id, ['half'], set);
      if (ended === null) return;
      await addEvent(tx, id, { act: 'refuse', actor: 'provider', who: by, note: reason, at: now });
      await tellVoid(tx, ended, reason);
      return;
    }
    if (state !== 'done') {
      await changeContract(tx, id, ['half'], { askAt: nextAsk(createdAt, now) });
      return;
    }
    await insertSignature(tx, {
      contractId: id,
      side: 'seller',
      party: sellerOf(contract),
      signer: by,
      role: 'seal',
      bodyHash: contract.bodyHash,
      signedAt: now,
    });
    const signed = await completeContract(tx, contract, { by, now });
    if (signed === null) return;
    const title = `《${contractKindText(signed.kind)}》双方已签署，自${signed.validFrom ?? ''}起生效`;
    await tellBuyer(tx, signed, title, '');
  });
}

async function orderOf(db: Db, { contract, version }: ContractEntry): Promise<SigningOrder> {
  const { no, kind, createdAt, fields } = contract;
  const buyer = (await listSignatures(db, [contract.id])).find(({ side }) => side === 'buyer');
  const phone = buyer?.userId ? await findPhone(db, buyer.userId) : '';
  return {
    no,
    kind: contractKindText(kind),
    createdAt,
    pdf: await plainPdf(contract, version),
    buyer: {
      name: fields.采购单位 ?? '',
      creditCode: fields.采购方信用代码 ?? '',
      signer: buyer?.signer ?? '',
      phone,
    },
    seller: {
      name: sellerOf(contract),
      creditCode: fields.供货方信用代码 ?? fields.运营主体信用代码 ?? '',
      ...(await signingOf(db, contract)),
    },
  };
}

/** The name of the other side, as the text has it. */
export function sellerOf({ fields }: Pick<ContractRow, 'fields'>): string {
  return fields.供货单位 ?? fields.运营主体 ?? '';
}

async function signingOf(db: Db, { merchantId, isSellerByHand }: ContractRow): Promise<SellerSigning> {
  if (merchantId === null) return { by: 'operator' };
  const [found] = await listSellerParties(db, [merchantId]);
  const { signerName, signerPhone, remoteSealId } = must(found, `merchant ${merchantId}`);
  if (isSellerByHand) return { by: 'person', signer: signerName, phone: signerPhone };
  // Without a number the provider would set its customer's own seal.
  if (remoteSealId === '') throw new Error(`merchant ${merchantId} has named no seal at the provider`);
  return { by: 'seal', sealId: remoteSealId };
}

/** A notice of the provider: its contract is asked about soon. One that names none of ours is only logged. */
export async function receiveSigningNotice(
  { db, now, requestId }: { db: Db; now: Date; requestId: string },
  named: { flowNo: string; no: string },
): Promise<void> {
  if (!(await hurryContract(db, named, now)))
    log().warn({ requestId, flow: named.flowNo }, 'a notice of a contract that waits for none');
}
