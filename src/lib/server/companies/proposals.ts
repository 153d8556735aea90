/** Proposed prices: read by both sides, accepted or refused by the merchant, withdrawn by the platform. */
import type {
  CompanyProposalsValues,
  PriceProposal,
  ProposalsList,
  WithdrawProposalValues,
} from '#lib/contract/companies/prices-schema.ts';
import { AppError } from '#lib/contract/errors.ts';
import { proposalStateText } from '#lib/rules/companies/price-proposal.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { applyPrices, holdCompany, proposalOf } from './price-changes.ts';
import { notifyOfPrices } from './price-notices.ts';
import {
  decideProposals,
  findProposals,
  listOwnProposals,
  listProposals,
  type ProposalRow,
} from './price-proposal-rows.ts';
import { listPricesOf } from './price-rows.ts';

/** `GET /api/desk/companies/{id}/proposals`: those for one company. */
export async function listCompanyProposals(
  { db }: Context<'platform'>,
  { id, state, ...asked }: CompanyProposalsValues,
): Promise<ProposalsList> {
  const found = await findProposals(db, id, state, asked);
  return { list: found.rows.map(proposalOf), total: found.total };
}

/**
 * `POST /api/desk/proposals/{id}/accept`: the price comes into force. A repeat is answered as done. Throws 404 where it is
 * not the merchant's, 409 where it was decided otherwise or the price has changed since.
 */
export async function acceptProposal(context: Context<'merchant'>, { id }: { id: number }): Promise<void> {
  await decide(context, id, { state: 'accepted', word: '' }, async (tx, row) => {
    const { companyId, goodsId, was, price } = row;
    const stands = (await listPricesOf(tx, companyId, [goodsId])).get(goodsId);
    if ((stands ?? null) !== was) throw new AppError(409, '协议价在提议之后已变更，请平台重新提议');
    await settle(tx, context, row, 'accepted', '');
    await applyPrices(tx, context, companyId, [{ goodsId, was: was ?? undefined, price }]);
  });
}

/** `POST /api/desk/proposals/{id}/refuse`: nothing comes into force; the platform reads why. Throws as `acceptProposal`. */
export async function refuseProposal(
  context: Context<'merchant'>,
  { id, reason: word }: { id: number; reason: string },
): Promise<void> {
  await decide(context, id, { state: 'refused', word }, (tx, row) =>
    settle(tx, context, row, 'refused', word),
  );
}

/**
 * `POST /api/desk/proposals/{id}/withdraw`: by the platform, before it is decided. A repeat is answered as done; else
 * 409.
 */
export async function withdrawProposal(
  context: Context<'platform'>,
  { id }: WithdrawProposalValues,
): Promise<PriceProposal> {
  const { db, now, actor } = context;
  const row = await db.transaction(async (tx) => {
    const [before] = await listProposals(tx, [id]);
    if (!before) throw new AppError(404, '没有这条报价，请刷新');
    const { companyId, goodsId, price, merchantId } = before.proposal;
    const company = await holdCompany(tx, companyId);
    const done = await decideProposals(tx, [id], {
      state: 'withdrawn',
      decidedBy: actor.name,
      decidedAt: now,
    });
    if (done.length > 0) {
      await writeAudit(tx, recordOf(context), {
        act: 'price.withdraw',
        subject: 'company',
        key: companyId,
        merchantId,
        before: { [goodsId]: price },
        after: { id },
        at: now,
      });
      const fact = { merchantId, name: before.name };
      await notifyOfPrices(tx, context, { cause: 'withdrawn', key: id }, company, [{ fact, goodsId, price }]);
    }
    const [now_] = await listProposals(tx, [id]);
    return must(now_, 'the proposal');
  });
  if (row.proposal.state !== 'withdrawn')
    throw new AppError(409, `不能撤回：${proposalStateText(row.proposal.state)}`);
  return proposalOf(row);
}

/** The company is locked before the proposal is read again. */
async function decide(
  { db, actor }: Context<'merchant'>,
  id: number,
  to: { state: 'accepted' | 'refused'; word: string },
  work: (tx: Tx, row: ProposalRow) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const find = async () => (await listOwnProposals(tx, actor.merchantId, [id]))[0];
    const own = await find();
    if (own === undefined) throw new AppError(404, '没有这条报价，请刷新');
    await holdCompany(tx, own.companyId);
    const row = must(await find(), 'the proposal');
    if (row.state === to.state && row.word === to.word) return;
    if (row.decidedBy !== null) throw new AppError(409, `报价已处理：${proposalStateText(row.state)}`);
    await work(tx, row);
  });
}

/** Saves the merchant's decision on a waiting one, and writes it into the audit log. */
async function settle(
  tx: Tx,
  context: Context<'merchant'>,
  { id, companyId, goodsId, was, price }: ProposalRow,
  state: 'accepted' | 'refused',
  word: string,
): Promise<void> {
  const { now, actor } = context;
  await decideProposals(tx, [id], { state, decidedBy: actor.name, decidedAt: now, word });
  await writeAudit(tx, recordOf(context), {
    act: state === 'accepted' ? 'price.accept' : 'price.refuse',
    subject: 'company',
    key: companyId,
    before: { [goodsId]: was },
    after: { [goodsId]: price },
    at: now,
  });
}
