/** Changes of agreed prices: new proposals, and prices that come into force or end. */
import type { PriceProposal } from '#lib/contract/companies/prices-schema.ts';
import { AppError } from '#lib/contract/errors.ts';
import { newProposal, proposalStateText } from '#lib/rules/companies/price-proposal.ts';
import { type Fen, formatYuan, parseYuan } from '#lib/rules/money/money.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { notifyOfPrices } from './price-notices.ts';
import {
  decideProposals,
  insertProposals,
  type JoinedProposal,
  listWaitingProposals,
} from './price-proposal-rows.ts';
import { dropCompanyPrices, type GoodsFact, putCompanyPrices } from './price-rows.ts';
import { lockCompany } from './rows.ts';

export interface PriceChange {
  goodsId: number;
  /** The price before. */
  was: Fen | undefined;
  /** Left out: the agreement ends. */
  price?: Fen;
}

export interface PriceRequest {
  goodsId: number;
  fact: GoodsFact;
  was: Fen | undefined;
  price: Fen;
}

/** A locked company. */
export interface HeldCompany {
  id: number;
  name: string;
}

/** Locks a company, whose prices and proposals only its lock holder writes. Throws 404. */
export async function holdCompany(tx: Tx, id: number): Promise<HeldCompany> {
  const held = await lockCompany(tx, id);
  if (held === null) throw new AppError(404, `没有企业${id}`);
  return held;
}

/** A change requires that the caller has seen the present price. Throws 409. */
export function expectSeen(stands: Fen | undefined, was: string | undefined): void {
  if (stands === (was === undefined ? undefined : parseYuan(was))) return;
  const now = stands === undefined ? '已取消' : `现为${formatYuan(stands)}`;
  throw new AppError(409, `这个商品的协议价刚刚已变更（${now}），请刷新后再改`);
}

/**
 * Proposes prices of a locked company to the items' merchants; answers the proposals' ids. A waiting proposal with the
 * same price is answered, one with another price is replaced.
 */
export async function proposePrices(
  tx: Tx,
  context: Context<'platform'>,
  company: HeldCompany,
  requests: readonly PriceRequest[],
): Promise<number[]> {
  const { now, actor } = context;
  const companyId = company.id;
  const open = await listWaitingProposals(
    tx,
    companyId,
    requests.map(({ goodsId }) => goodsId),
  );
  const waiting = new Map(open.map((row) => [row.goodsId, row]));
  const isSame = ({ goodsId, price }: PriceRequest) => waiting.get(goodsId)?.price === price;
  const fresh = requests.filter((request) => !isSame(request));
  const replaced = fresh.flatMap(({ goodsId }) => waiting.get(goodsId)?.id ?? []);
  await decideProposals(tx, replaced, { state: 'replaced', decidedBy: actor.name, decidedAt: now });
  const made = await insertProposals(
    tx,
    fresh.map(({ goodsId, fact, was, price }) => ({
      companyId,
      goodsId,
      merchantId: fact.merchantId,
      price,
      was: was ?? null,
      state: newProposal,
      proposedBy: actor.name,
      createdAt: now,
    })),
  );
  for (const [merchantId, own] of Map.groupBy(fresh, ({ fact }) => fact.merchantId))
    await writeAudit(tx, recordOf(context), {
      act: 'price.propose',
      subject: 'company',
      key: companyId,
      merchantId,
      before: Object.fromEntries(own.map(({ goodsId, was }) => [goodsId, was ?? null])),
      after: Object.fromEntries(own.map(({ goodsId, price }) => [goodsId, price])),
      at: now,
    });
  if (made[0] !== undefined)
    await notifyOfPrices(tx, context, { cause: 'proposed', key: made[0] }, company, fresh);
  return [...requests.filter(isSame).flatMap(({ goodsId }) => waiting.get(goodsId)?.id ?? []), ...made];
}

/** Puts prices of a locked company in force, and ends others. */
export async function applyPrices(
  tx: Tx,
  context: Context<'staff'>,
  companyId: number,
  changes: readonly PriceChange[],
  merchantId: number | null = null,
): Promise<void> {
  if (changes.length === 0) return;
  await putCompanyPrices(
    tx,
    companyId,
    changes.flatMap(({ goodsId, price }) => (price === undefined ? [] : [{ goodsId, price }])),
  );
  await dropCompanyPrices(
    tx,
    companyId,
    changes.filter(({ price }) => price === undefined).map(({ goodsId }) => goodsId),
  );
  await writeAudit(tx, recordOf(context), {
    act: 'company.prices',
    // A merchant's own agreement is a row of its list, which is undone by itself.
    ...(merchantId === null
      ? { subject: 'company', key: companyId }
      : {
          subject: 'price',
          key: changes.map(({ goodsId }) => `${companyId}-${goodsId}`).join(),
          merchantId,
        }),
    before: Object.fromEntries(changes.map(({ goodsId, was }) => [goodsId, was ?? null])),
    after: Object.fromEntries(changes.map(({ goodsId, price }) => [goodsId, price ?? null])),
    at: context.now,
  });
}

export function proposalOf({ proposal: row, ...of }: JoinedProposal): PriceProposal {
  return {
    id: row.id,
    company_id: row.companyId,
    company: of.company,
    goods_id: row.goodsId,
    name: of.name,
    spec: of.spec,
    member_price: formatYuan(of.memberPrice),
    agreed: of.agreed === null ? '' : formatYuan(of.agreed),
    price: formatYuan(row.price),
    state: row.state,
    state_text: proposalStateText(row.state),
    proposed_by: row.proposedBy,
    proposed_at: row.createdAt.toISOString(),
    decided_by: row.decidedBy ?? '',
    word: row.word,
  };
}
