/** Proposed prices: read by both sides, accepted or refused by the merchant, withdrawn by the platform. */
import type {
  AcceptProposalsValues,
  CompanyProposalsValues,
  DecidedProposals,
  PriceProposal,
  ProposalsList,
  ProposalsValues,
  RefuseProposalsValues,
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

/** `GET /api/desk/proposals`: those about the merchant's own items. */
export async function listOwnDeskProposals(
  { db, actor }: Context<'merchant'>,
  { state, company, ...asked }: ProposalsValues,
): Promise<ProposalsList> {
  const found = await findProposals(db, { merchantId: actor.merchantId }, { state, company }, asked);
  return { list: found.rows.map(proposalOf), total: found.total };
}

/** `GET /api/desk/companies/{id}/proposals`: those for one company. */
export async function listCompanyProposals(
  { db }: Context<'platform'>,
  { id, state, ...asked }: CompanyProposalsValues,
): Promise<ProposalsList> {
  const found = await findProposals(db, { companyId: id }, { state, company: '' }, asked);
  return { list: found.rows.map(proposalOf), total: found.total };
}

/**
 * `POST /api/desk/proposals/accept`: the prices come into force. Of several, those that still wait and whose price has
 * not changed since are accepted; those accepted before are answered as done. Throws 404 where one is not the
 * merchant's, 409 where none of them could be accepted.
 */
export async function acceptProposals(
  context: Context<'merchant'>,
  { ids }: AcceptProposalsValues,
): Promise<DecidedProposals> {
  return decide(context, ids, 'accepted', '', async (tx, companyId, rows) => {
    const stands = await listPricesOf(
      tx,
      companyId,
      rows.map(({ goodsId }) => goodsId),
    );
    const fit = rows.filter(({ goodsId, was }) => (stands.get(goodsId) ?? null) === was);
    const done = await settle(tx, context, fit, 'accepted', '');
    const changes = done.map(({ goodsId, was, price }) => ({ goodsId, was: was ?? undefined, price }));
    await applyPrices(tx, context, companyId, changes);
    return done;
  });
}

/** `POST /api/desk/proposals/refuse`: nothing comes into force; the platform reads why. Throws as `acceptProposals`. */
export async function refuseProposals(
  context: Context<'merchant'>,
  { ids, word }: RefuseProposalsValues,
): Promise<DecidedProposals> {
  return decide(context, ids, 'refused', word, (tx, _, rows) => settle(tx, context, rows, 'refused', word));
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

async function decide(
  { db, actor }: Context<'merchant'>,
  ids: readonly number[],
  state: 'accepted' | 'refused',
  word: string,
  work: (tx: Tx, companyId: number, rows: readonly ProposalRow[]) => Promise<readonly ProposalRow[]>,
): Promise<DecidedProposals> {
  const list = await db.transaction(async (tx) => {
    const own = await listOwnProposals(tx, actor.merchantId, ids);
    if (own.length < new Set(ids).size) throw new AppError(404, '没有这条报价，请刷新');
    const groups = [...Map.groupBy(own, ({ companyId }) => companyId)].sort(([a], [b]) => a - b);
    for (const [companyId] of groups) await holdCompany(tx, companyId);
    // Read again under the lock.
    for (const [companyId, rows] of groups) {
      const now = await listOwnProposals(
        tx,
        actor.merchantId,
        rows.map(({ id }) => id),
      );
      await work(
        tx,
        companyId,
        now.filter((row) => row.decidedBy === null),
      );
    }
    return listProposals(tx, ids);
  });
  const done = list.filter(({ proposal: row }) => row.state === state && row.word === word).length;
  const [first] = list;
  if (done === 0 && first)
    throw new AppError(
      409,
      first.proposal.decidedBy === null
        ? '协议价在提议之后已变更，请平台重新提议'
        : `报价已处理：${proposalStateText(first.proposal.state)}`,
    );
  return { list: list.map(proposalOf), done };
}

/** Saves the merchant's decision on waiting ones, and writes it into the audit log. */
async function settle(
  tx: Tx,
  context: Context<'merchant'>,
  rows: readonly ProposalRow[],
  state: 'accepted' | 'refused',
  word: string,
): Promise<ProposalRow[]> {
  const { now, actor } = context;
  const done = await decideProposals(
    tx,
    rows.map(({ id }) => id),
    { state, decidedBy: actor.name, decidedAt: now, word },
  );
  for (const [companyId, own] of Map.groupBy(done, (row) => row.companyId))
    await writeAudit(tx, recordOf(context), {
      act: state === 'accepted' ? 'price.accept' : 'price.refuse',
      subject: 'company',
      key: companyId,
      before: Object.fromEntries(own.map(({ goodsId, was }) => [goodsId, was])),
      after: {
        ...Object.fromEntries(own.map(({ goodsId, price }) => [goodsId, price])),
        ...(word && { word }),
      },
      at: now,
    });
  return done;
}
