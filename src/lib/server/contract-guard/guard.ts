/** The answer 459: contracts that a purchase lacks (rules 20). Adding, ordering and paying ask here. */
import { lackingData } from '#lib/contract/contracts/lacking.ts';
import { AppError } from '#lib/contract/errors.ts';
import { asksNothing, type ContractStep } from '#lib/rules/contracts/kinds.ts';
import { type LackingContract, lackingContracts, lackingSentence } from '#lib/rules/contracts/lacking.ts';
import type { QuotedLine } from '#lib/rules/terms/quote-shape.ts';
import type { MerchantRow } from '../catalogue/offer-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import type { Account } from '../people/account-rows.ts';
import { listPairContracts } from './pair-rows.ts';

type Buyer = Pick<Account, 'companyId' | 'headId' | 'inheritsPapers'>;
type Asking = Pick<MerchantRow, 'id' | 'contractRule'>;

/** The companies whose contracts cover a purchase: a store on its head office's licences may buy on its contracts. */
export function coveringCompanies({ companyId, headId, inheritsPapers }: Buyer): number[] {
  return inheritsPapers && headId !== null ? [companyId, headId] : [companyId];
}

/** What the company lacks for a step with these merchants. No query where none of them asks for anything. */
export async function findLacking(
  db: Db | Tx,
  buyer: Buyer,
  merchants: readonly Asking[],
  step: ContractStep,
  now: Date,
): Promise<LackingContract[]> {
  const asking = [...new Map(merchants.map((one) => [one.id, one])).values()].flatMap(
    ({ id, contractRule }) =>
      contractRule === null || asksNothing(contractRule)
        ? []
        : [{ merchantId: id, merchant: contractRule.merchant, rule: contractRule }],
  );
  if (asking.length === 0) return [];
  const merchantIds = asking.map(({ merchantId }) => merchantId);
  const contracts = await listPairContracts(db, coveringCompanies(buyer), merchantIds);
  return lackingContracts(asking, contracts, step, now.getTime());
}

interface Quoted {
  quote: { orders: readonly { merchantId: number }[] };
  loaded: { rows: ReadonlyMap<number, { merchant: Asking }> };
}

/** What the company lacks for a step with the merchants of the quoted orders. */
export function findLackingOf(
  db: Db | Tx,
  buyer: Buyer,
  quoted: Quoted,
  step: ContractStep,
  now: Date,
): Promise<LackingContract[]> {
  const sellers = new Set<number | null>(quoted.quote.orders.map(({ merchantId }) => merchantId));
  return findLackingWith(db, buyer, quoted, sellers, step, now);
}

/** The same for paying everything that can be bought, ticked or not. */
export function findLackingInCart(
  db: Db,
  buyer: Buyer,
  cart: Quoted & { quote: { lines: readonly Pick<QuotedLine, 'merchantId' | 'refusal'>[] } },
  now: Date,
): Promise<LackingContract[]> {
  const buyable = cart.quote.lines.filter(({ refusal }) => refusal === null);
  return findLackingWith(db, buyer, cart, new Set(buyable.map(({ merchantId }) => merchantId)), 'pay', now);
}

function findLackingWith(
  db: Db | Tx,
  buyer: Buyer,
  { loaded }: Pick<Quoted, 'loaded'>,
  sellers: ReadonlySet<number | null>,
  step: ContractStep,
  now: Date,
): Promise<LackingContract[]> {
  const merchants = [...loaded.rows.values()].flatMap(({ merchant }) =>
    sellers.has(merchant.id) ? [merchant] : [],
  );
  return findLacking(db, buyer, merchants, step, now);
}

/** Throws 459 where a merchant of the quoted orders asks for a contract that is not in force. */
export async function guardContracts(db: Db | Tx, buyer: Buyer, quoted: Quoted, now: Date): Promise<void> {
  const lacking = await findLackingOf(db, buyer, quoted, 'order', now);
  if (lacking.length > 0) throw lackingError(lacking);
}

/** The error, with what is to be signed; the browser adds the way back to the act. */
export function lackingError(lacking: readonly LackingContract[]): AppError {
  return new AppError(459, lackingSentence(lacking), lackingData(lacking));
}
