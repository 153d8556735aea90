/** Contracts at the desks: sending, sealing, making void (rules 20). */
import type { SendContractValues, SentContracts } from '#lib/contract/contracts/desk.ts';
import type { ContractDetail } from '#lib/contract/contracts/detail.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { type ContractKind, contractKinds, contractKindText } from '#lib/rules/contracts/kinds.ts';
import { isContractHalf, isContractOpen, mayRenew, pairOf } from '#lib/rules/contracts/state.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { getSettings } from '../site/settings.ts';
import { askedKind } from './desk-texts.ts';
import { newContractNo } from './numbers.ts';
import { findBuyerParty, findCompanyNamed, listSellerParties, type SellerParty } from './party-rows.ts';
import { findDetail } from './read.ts';
import {
  addEvent,
  type ContractRow,
  changeContract,
  findContractById,
  insertContract,
  listOfPair,
  lockContract,
} from './rows.ts';
import { sealContract } from './seal.ts';
import { tellBuyer, tellVoid } from './tell.ts';
import { newestTemplates } from './template-rows.ts';
import { fillContract, partnerName } from './texts.ts';

/**
 * `POST /api/desk/contracts/send`: asks companies, by their names, to sign; a merchant's people with their merchant, the
 * platform's with the platform. A company that has one in force or open is left out, so a repeat sends nothing twice.
 */
export async function sendContract(
  context: Context<'staff'>,
  input: SendContractValues,
): Promise<SentContracts> {
  const { db, actor } = context;
  const kind = askedKind(input.kind);
  const side = actor.kind === 'merchant' ? 'merchant' : 'platform';
  if (contractKinds[kind].with !== side)
    throw fieldError('kind', `《${contractKindText(kind)}》不由${side === 'merchant' ? '商家' : '平台'}发起`);
  const names = [
    ...new Set(
      input.companies
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
  ];
  const left: string[] = [];
  let sent = 0;
  for (const name of names) {
    const refusal = await db.transaction((tx) => sendTo(tx, context, kind, name));
    if (refusal === null) sent += 1;
    else left.push(`${name}：${refusal}`);
  }
  return { sent, left };
}

/** Sends to one company; the sentence why not, null where it was sent. */
async function sendTo(
  tx: Tx,
  context: Context<'staff'>,
  kind: ContractKind,
  name: string,
): Promise<string | null> {
  const { actor, now, db } = context;
  const { merchantId } = actor;
  const companyId = await findCompanyNamed(tx, name);
  if (companyId === null) return '没有这家已审核的企业，请填写营业执照上的全称';
  const pairKey = { companyId, merchantId, kind };
  const { contracts, round } = await listOfPair(tx, pairKey);
  if (contracts.some(({ state }) => isContractOpen(state))) return '已有一份待签署的合同';
  if (!mayRenew(pairOf(contracts, now.getTime()).state)) return '现有合同在有效期内，到期前60天起可以续签';
  const template = must((await newestTemplates(tx)).get(kind), `a text of ${kind}`);
  const settings = await getSettings(db);
  const buyer = must(await findBuyerParty(tx, companyId), `company ${companyId}`);
  const [seller = null] = merchantId === null ? [] : await listSellerParties(tx, [merchantId]);
  const filled = fillContract(template, { buyer, seller, settings });
  const row = await insertContract(tx, {
    ...pairKey,
    no: newContractNo(now),
    round: round + 1,
    templateId: template.id,
    fields: filled.fields,
    body: filled.body,
    bodyHash: filled.bodyHash,
    state: 'sent',
    sentBy: actor.name,
    createdAt: now,
  });
  if (row === null) return '已有一份待签署的合同';
  await addEvent(tx, row.id, { act: 'send', actor: actor.kind, who: actor.name, at: now });
  const from = seller?.shortName ?? partnerName(kind, seller, settings);
  await sendMessages(tx, {
    companyId,
    kind: 'contract',
    title: `${from}请您签署《${contractKindText(kind)}》`,
    body: `请持有采购授权委托书的同事在“电子合同”阅读并签署，编号${row.no}。`,
    link: path('/dzht', undefined, { merchant: merchantId ?? undefined }),
    ref: `contract:${row.no}`,
  });
  await writeAudit(tx, recordOf(context), {
    act: 'contract.send',
    subject: 'contract',
    key: row.id,
    before: null,
    after: { no: row.no, companyId, kind },
    at: now,
  });
  return null;
}

const missing = () => new AppError(404, '没有这份合同，请刷新列表');

/**
 * `POST /api/desk/contracts/{id}/seal`: the merchant's seal on what the buyer has signed; one of a provider is handed over
 * to it. Throws 404, 409.
 */
export async function sealAtDesk(context: Context<'merchant'>, { id }: { id: number }): Promise<void> {
  const { db, actor, now } = context;
  await db.transaction(async (tx) => {
    const entry = await findContractById(tx, id, { merchantId: actor.merchantId });
    if (entry === null) throw missing();
    const row = must(await lockContract(tx, id), `contract ${id}`);
    if (!isContractHalf(row.state)) throw new AppError(409, '这份合同现在不需要盖章，请刷新列表');
    const [found] = await listSellerParties(tx, [actor.merchantId]);
    const seller = must(found, `merchant ${actor.merchantId}`);
    if (row.provider !== 'own') {
      await handOver(tx, context, row, seller);
      return;
    }
    const sealed = await sealContract(tx, row, { seller: seller.name, by: actor.name, now });
    if (sealed === null) return;
    await tellBuyer(
      tx,
      sealed,
      `${entry.merchant ?? ''}已盖章，《${contractKindText(row.kind)}》自${sealed.validFrom ?? ''}起生效`,
      '',
    );
    await writeAudit(tx, recordOf(context), {
      act: 'contract.seal',
      subject: 'contract',
      key: id,
      before: { state: row.state },
      after: { state: sealed.state, validFrom: sealed.validFrom, validTo: sealed.validTo },
      at: now,
    });
  });
}

/** Agrees to a contract that is signed at a provider. Throws 409 where it is not said who signs there, or which seal. */
async function handOver(
  tx: Tx,
  context: Context<'merchant'>,
  { id, state, askAt }: ContractRow,
  { sealsItself, remoteSealId, signerPhone }: SellerParty,
): Promise<void> {
  const { now } = context;
  if (askAt !== null) return;
  if ((sealsItself ? remoteSealId : signerPhone) === '')
    throw new AppError(
      409,
      `请先在“合同文本和要求”填写${sealsItself ? '签署平台的授权印章编号' : '在签署平台签署的经办人'}`,
    );
  await changeContract(tx, id, ['half'], { askAt: now, isSellerByHand: !sealsItself });
  await writeAudit(tx, recordOf(context), {
    act: 'contract.seal',
    subject: 'contract',
    key: id,
    before: { state },
    after: { state, isSellerByHand: !sealsItself },
    at: now,
  });
}

/**
 * `POST /api/desk/contracts/{id}/void`: ends a contract with a reason that the buyer reads. The same again changes
 * nothing. Throws 404 for another merchant's.
 */
export async function voidContract(context: Context<'staff'>, { id }: { id: number }): Promise<void> {
  const { db, actor, now, reason = '' } = context;
  await db.transaction(async (tx) => {
    const entry = await findContractById(tx, id, { merchantId: actor.merchantId });
    if (entry === null) throw missing();
    const before = must(await lockContract(tx, id), `contract ${id}`);
    const row = await changeContract(tx, id, ['sent', 'half', 'signed'], {
      state: 'void',
      voidedAt: now,
      voidReason: reason,
      // A flow at a provider ends with it.
      askAt: before.remoteNo === '' ? null : now,
    });
    if (row === null) return;
    await addEvent(tx, id, { act: 'void', actor: actor.kind, who: actor.name, note: reason, at: now });
    await tellVoid(tx, row, reason);
    await writeAudit(tx, recordOf(context), {
      act: 'contract.void',
      subject: 'contract',
      key: id,
      before: { state: before.state },
      after: { state: row.state },
      at: now,
    });
  });
}

/** One contract for the desk; null for an unknown one and another merchant's. */
export async function findDeskContract(
  { db, actor: { merchantId, kind }, now }: Context<'staff'>,
  id: number,
): Promise<ContractDetail | null> {
  const entry = await findContractById(db, id, { merchantId });
  return entry === null ? null : findDetail(db, entry.contract.no, { merchantId }, { side: kind, now });
}
