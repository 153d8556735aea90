/** Which contracts a purchase lacks, and what the answer 459 says (rules 8, 20). */
import type { EpochMs, Id } from '../terms/terms.ts';
import {
  type ContractKind,
  type ContractRule,
  type ContractStep,
  contractKindText,
  kindsAskedAt,
} from './kinds.ts';
import { type ContractFacts, isContractHalf, isPairInForce, type Pair, pairOf } from './state.ts';

/** A merchant of the purchase with its rule. */
interface AskingMerchant {
  merchantId: Id;
  merchant: string;
  rule: ContractRule;
}

/** A contract of the buying company with a merchant. */
export interface PairContract extends ContractFacts {
  merchantId: Id | null;
  kind: ContractKind;
  /** Both sides sign it at a provider. */
  isRemote?: boolean;
  no: string;
}

/** A contract that must be in force and is not. */
export interface LackingContract extends Pair {
  merchantId: Id;
  merchant: string;
  kind: ContractKind;
  isRemote?: boolean;
  /** Number of the one that one side has signed. */
  no?: string;
}

/**
 * The contracts that are to be in force at a step of a purchase and are not, by merchant and kind. This is the one
 * rule behind the answer 459.
 */
export function lackingContracts(
  merchants: readonly AskingMerchant[],
  contracts: readonly PairContract[],
  step: ContractStep,
  now: EpochMs,
): LackingContract[] {
  return merchants.flatMap(({ merchantId, merchant, rule }) =>
    kindsAskedAt(rule, step).flatMap((kind) => {
      const own = contracts.filter((one) => one.merchantId === merchantId && one.kind === kind);
      const pair = pairOf(own, now);
      if (isPairInForce(pair.state)) return [];
      const halves = own.filter(({ state }) => isContractHalf(state));
      const isRemote = halves.some((one) => one.isRemote === true);
      const no = halves.at(-1)?.no;
      return [
        {
          merchantId,
          merchant,
          kind,
          ...pair,
          ...(isRemote && { isRemote }),
          ...(no !== undefined && { no }),
        },
      ];
    }),
  );
}

/** True where the company has done its part for all of them, and waits for the merchants. */
export function waitsForMerchants(lacking: readonly LackingContract[]): boolean {
  return lacking.every(({ state }) => state === 'half');
}

/** True where the company has signed all of them, and only the merchants' seals are waited for: there is nothing to sign. */
export function waitsForSeals(lacking: readonly LackingContract[]): boolean {
  return waitsForMerchants(lacking) && lacking.every(({ isRemote }) => isRemote !== true);
}

/** The sentence of the answer 459: with whom, what is to be signed, and what comes then. */
export function lackingSentence(lacking: readonly LackingContract[]): string {
  const [first] = lacking;
  if (first === undefined) return '';
  const merchants = [...new Set(lacking.map(({ merchant }) => merchant))];
  const who = merchants.length > 1 ? `${first.merchant}等${merchants.length}家商家` : first.merchant;
  const kinds = [...new Set(lacking.map(({ kind }) => contractKindText(kind)))].map((text) => `《${text}》`);
  const what = kinds.join('和');
  if (waitsForSeals(lacking)) return `您已签署与${who}的${what}，等待商家盖章，盖章后即可继续采购`;
  if (waitsForMerchants(lacking))
    return `您已签署与${who}的${what}，还须在签署平台完成签署，完成后即可继续采购`;
  const ended =
    merchants.length === 1 && kinds.length === 1 && first.state === 'lapsed' ? first.validTo : null;
  if (ended !== null) return `与${who}的${what}已于${ended}到期，请先续签，签好后回到这里继续`;
  return `向${who}采购前，需先签署${what}，签好后回到这里继续`;
}
