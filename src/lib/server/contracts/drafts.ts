/** What a company has to sign, and may sign (rules 20): the texts with the tokens that prove their reading. */
import type {
  ContractDrafts,
  ContractDraftWire,
  ContractSigner,
  ContractsPageValues,
  DraftsValues,
} from '#lib/contract/contracts/calls.ts';
import { type Authority, signRight } from '#lib/rules/contracts/authority.ts';
import {
  type ContractKind,
  contractAsks,
  contractKindKeys,
  contractKinds,
} from '#lib/rules/contracts/kinds.ts';
import {
  isContractHalf,
  isPairInForce,
  mayRenew,
  type Pair,
  pairOf,
  pairStates,
} from '#lib/rules/contracts/state.ts';
import { must } from '#lib/rules/terms/must.ts';
import { maskPhone } from '#lib/rules/text/phone.ts';
import { coveringCompanies } from '../contract-guard/guard.ts';
import type { Context } from '../core/context.ts';
import type { Db, Tx } from '../db/client.ts';
import type { Account } from '../people/account-rows.ts';
import { getSettings, type Settings } from '../site/settings.ts';
import { writeEvidence } from './evidence.ts';
import { findBuyerParty, listConcerned, listSellerParties, type SellerParty } from './party-rows.ts';
import { type ContractRow, listOpenWith, listPairsOf } from './rows.ts';
import { newestTemplates } from './template-rows.ts';
import { type FilledText, fillContract, partnerName } from './texts.ts';

const halfYear = 183 * 24 * 3_600_000;

/** A partner of a company with the kind of contract that there is or should be. */
export interface Partner {
  /** Null for the platform. */
  seller: SellerParty | null;
  kind: ContractKind;
  pair: Pair;
  isAsked: boolean;
  /** A contract that was sent and that this company has still to sign. */
  isSent: boolean;
  /** Both sides sign it at a provider now. */
  isRemote: boolean;
}

/** True where the company may sign now. */
export function canSign({ pair, isAsked, isSent, seller }: Partner): boolean {
  if (isSent) return true;
  return mayRenew(pair.state) && (isAsked || pair.validTo !== null || seller === null);
}

/** Partners of the company: those that ask, those with contracts, the platform; `wanted` merchants first of all. */
export async function listPartners(
  db: Db | Tx,
  account: Account,
  wanted: readonly number[],
  now: Date,
): Promise<Partner[]> {
  const ids = await listConcerned(db, account, new Date(now.getTime() - halfYear));
  const sellers = await listSellerParties(db, [...new Set([...wanted, ...ids])]);
  const contracts = await listPairsOf(db, coveringCompanies(account));
  const partner = (seller: SellerParty | null, kind: ContractKind): Partner => {
    const own = contracts.filter((one) => one.merchantId === (seller?.id ?? null) && one.kind === kind);
    const kinds: readonly ContractKind[] = seller === null ? [] : contractAsks[seller.asks].kinds;
    return {
      seller,
      kind,
      pair: pairOf(own, now.getTime()),
      isAsked: kinds.includes(kind),
      isSent: own.some(({ state }) => state === 'sent'),
      isRemote: own.some(({ state, isRemote }) => isRemote === true && isContractHalf(state)),
    };
  };
  const all = [
    ...sellers.flatMap((seller) =>
      contractKindKeys
        .filter((kind) => contractKinds[kind].with === 'merchant')
        .map((kind) => partner(seller, kind)),
    ),
    partner(null, 'platform'),
  ];
  return all.filter((one) => one.isAsked || one.isSent || one.pair.state !== 'none' || one.seller === null);
}

/** The caller as a signer. */
export function signerOf(account: Account, now: Date): ContractSigner {
  const { refusal, authority } = signRight(account, now.getTime());
  return {
    may_sign: refusal === null ? 1 : 0,
    refusal: refusal ?? '',
    name: account.name,
    phone: maskPhone(account.phone),
    authority: authority === null ? '' : authorityText(authority),
  };
}

/** 采购授权委托书（有效期2026-01-01至2026-12-31） */
export function authorityText({ validFrom, validTo }: Authority): string {
  return `采购授权委托书（有效期${validFrom ?? ''}至${validTo ?? '长期'}）`;
}

/** The text of a contract that a partner asks for, or of the one that was sent. */
export interface Draft extends FilledText {
  partner: Partner;
  /** The sent one; null for one that begins with the signature. */
  sent: ContractRow | null;
  name: string;
}

/** Fills in the texts for partners of a company. */
export async function draftsOf(
  db: Db | Tx,
  account: Pick<Account, 'companyId'>,
  partners: readonly Partner[],
  settings: Settings,
): Promise<Draft[]> {
  // One after the other: within a transaction there is one connection.
  const templates = await newestTemplates(db);
  const buyer = must(await findBuyerParty(db, account.companyId), `company ${account.companyId}`);
  const open = await listOpenWith(
    db,
    account.companyId,
    partners.map(({ seller }) => seller?.id ?? null),
  );
  return partners.map((partner) => {
    const { seller, kind } = partner;
    const sent = open.find((one) => one.merchantId === (seller?.id ?? null) && one.kind === kind) ?? null;
    const filled = fillContract(must(templates.get(kind), `a text of ${kind}`), { buyer, seller, settings });
    const name = seller?.shortName ?? partnerName(kind, seller, settings);
    const { fields, body, bodyHash } = sent ?? filled;
    return { template: filled.template, fields, body, bodyHash, partner, sent, name };
  });
}

/** Ids of merchants of a list joined by commas; anything else in it is left out. */
export function readMerchants(text: string): number[] {
  const ids = text.split(',').filter((part) => /^[1-9]\d{0,8}$/.test(part));
  return [...new Set(ids.map(Number))].slice(0, 50);
}

/**
 * `GET /api/contract/drafts`: what the company has to sign with the wanted merchants, or with all that ask; with `renew`
 * also what ends within 60 days.
 */
export async function listDrafts(
  { db, actor: { account }, now }: Context<'buyer'>,
  { merchants, renew }: DraftsValues,
): Promise<ContractDrafts> {
  const wanted = readMerchants(merchants);
  const partners = (await listPartners(db, account, wanted, now)).filter(
    (one) =>
      canSign(one) &&
      (one.seller === null
        ? one.isSent && wanted.length === 0
        : wanted.length === 0 || wanted.includes(one.seller.id)) &&
      (one.isSent || !isPairInForce(one.pair.state) || renew === 1),
  );
  const drafts = await draftsOf(db, account, partners, await getSettings(db));
  return { drafts: drafts.map((draft) => draftWire(draft, account, now)), signer: signerOf(account, now) };
}

/** What /dzht opens for signing: one partner's text, or all that {@link listDrafts} finds. */
export async function openSigning(
  context: Context<'buyer'>,
  { merchant, with: partner, kind, renew }: ContractsPageValues,
): Promise<ContractDraftWire[]> {
  if (partner === '') return (await listDrafts(context, { merchants: merchant, renew })).drafts;
  const {
    db,
    actor: { account },
    now,
  } = context;
  const id = readMerchants(partner)[0] ?? 0;
  const partners = (await listPartners(db, account, id > 0 ? [id] : [], now)).filter(
    (one) => (one.seller?.id ?? 0) === id && one.kind === kind && canSign(one),
  );
  return (await draftsOf(db, account, partners, await getSettings(db))).map((draft) =>
    draftWire(draft, account, now),
  );
}

function draftWire(
  { partner, template, body, bodyHash, name }: Draft,
  account: Account,
  now: Date,
): ContractDraftWire {
  const { seller, kind, pair } = partner;
  const merchant = seller?.id ?? 0;
  return {
    merchant_id: merchant,
    merchant: name,
    kind,
    kind_text: contractKinds[kind].text,
    state: pair.state,
    state_text: pairStates[pair.state].text,
    valid_to: pair.validTo ?? '',
    version: template.version,
    body,
    body_hash: bodyHash,
    token: writeEvidence('reading', {
      company: account.companyId,
      user: account.userId,
      merchant,
      kind,
      hash: bodyHash,
      at: now.getTime(),
    }),
  };
}
