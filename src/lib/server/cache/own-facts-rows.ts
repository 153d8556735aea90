/**
 * A buyer's own facts about items: agreements, grants, favourites, cart, limits, coupons, past purchases, and the
 * address.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { GrantFact, GrantStatus } from '#lib/rules/companies/grant-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { AddressRow } from '../addresses/rows.ts';
import { listPublicRows, type PublicRow } from '../catalogue/offer-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { intArray, textArray } from '../fast/arrays.ts';
import { ask } from '../fast/prepared.ts';
import type { AlertKind } from './alert-rows.ts';

/** The row of an item with one company's agreements and one person's own marks. */
export interface OfferRow extends PublicRow {
  customerPrice: number | null;
  /** applied, granted, refused or null. */
  grant: GrantFact | null;
  isFavorite: boolean;
  /** Alerts that the person requested for it. */
  alerts: readonly AlertKind[];
  /** Pieces of it in the caller's cart. */
  inCart: number;
  /** The company's last purchase of it; null where it never bought it. */
  bought: LastBought | null;
}

/** A company's last purchase of an item: price a piece (fen), pieces, and time (ms). */
export interface LastBought {
  price: number;
  number: number;
  at: number;
}

/** A coupon or voucher that a company holds and has not used, with its terms. Times in epoch milliseconds. */
export interface HeldCoupon {
  id: number;
  name: string;
  kind: 'coupon' | 'voucher';
  merchantId: number | null;
  status: 'unused' | 'held';
  /** The number of the trade that holds it. */
  heldBy: string | null;
  threshold: number;
  value: number;
  /** What is left of a voucher, fen. */
  balance: number | null;
  isNewcomerOnly: boolean;
  startsAt: number;
  endsAt: number;
}

/** A coupon that can be claimed and used now or later, by its own row, with the company's claims of it. */
export interface OpenCoupon extends Omit<HeldCoupon, 'kind' | 'status' | 'heldBy' | 'balance'> {
  claimFrom: number;
  claimTo: number;
  total: number;
  claimed: number;
  perCompany: number;
  /** Pieces that the company has claimed. */
  mine: number;
}

/** The facts that depend on the caller. */
export interface OwnFacts {
  /** Agreed price by goods id, fen. */
  prices: ReadonlyMap<number, number>;
  grants: ReadonlyMap<number, GrantFact>;
  favorites: ReadonlySet<number>;
  alerts: ReadonlyMap<number, AlertKind[]>;
  inCart: ReadonlyMap<number, number>;
  /** Used amount of a limit by its scope; scopes that the company never used are left out. */
  used: ReadonlyMap<string, number>;
  coupons: readonly HeldCoupon[];
  /** Empty where they were not requested. */
  openCoupons: readonly OpenCoupon[];
  bought: ReadonlyMap<number, LastBought>;
  /** The company's default address; null where it has none. */
  address: AddressRow | null;
}

/** An address inside the JSON value. */
type SentAddress = Omit<AddressRow, 'createdAt' | 'deletedAt'> & { createdAt: number };

/** The facts of a visitor. */
export const nothingOwn: OwnFacts = {
  prices: new Map(),
  grants: new Map(),
  favorites: new Set(),
  alerts: new Map(),
  inCart: new Map(),
  used: new Map(),
  coupons: [],
  openCoupons: [],
  bought: new Map(),
  address: null,
};

/** The query's result: one JSON value with these parts. */
type SentFacts = [
  prices: [goodsId: number, price: number][],
  grants: SentGrant[],
  favorites: number[],
  alerts: [goodsId: number, kind: AlertKind][],
  inCart: [goodsId: number, pieces: number][],
  used: [scope: string, pieces: number][],
  coupons: HeldCoupon[],
  openCoupons: OpenCoupon[] | null,
  bought: [goodsId: number, price: number, number: number, at: number][],
  address: SentAddress | null,
];

/**
 * Nine tables in one round trip, each by a key; the tenth, for claimable coupons, only on request. Rows are gathered
 * with array(): one aggregate each would take the database as long to prepare as to read.
 */
function ownFacts(): SQL {
  const [companyId, userId] = [sql.placeholder('companyId'), sql.placeholder('userId')];
  // In a select of its own: otherwise PostgreSQL plans again for every number of ids.
  const isAsked = sql`= any((select ${sql.placeholder('goodsIds')}::int[])::int[])`;
  const epoch = (column: SQL) => sql`floor(extract(epoch from ${column}) * 1000)::bigint`;
  return sql`select json_build_array(
    array(select json_build_array(goods_id, price) from customer_price
      where company_id = ${companyId} and goods_id ${isAsked}),
    array(select json_build_array(goods_id, status, valid_to) from controlled_grant
      where company_id = ${companyId} and goods_id ${isAsked}),
    array(select goods_id from favorite where user_id = ${userId} and goods_id ${isAsked}),
    array(select json_build_array(goods_id, kind) from goods_alert
      where user_id = ${userId} and told_at is null and goods_id ${isAsked}),
    array(select json_build_array(goods_id, number) from cart_line
      where user_id = ${userId} and company_id = ${companyId}
        and not is_saved_for_later and kind <> 'group_buy' and goods_id ${isAsked}),
    array(select json_build_array(scope, used) from quota_use
      where company_id = ${companyId} and scope = any((select ${sql.placeholder('scopes')}::text[])::text[])),
    array(select json_build_object(
        'id', h.id, 'name', c.name, 'kind', c.kind, 'merchantId', c.merchant_id, 'status', h.status, 'heldBy', case when h.status = 'held' then h.trade_no end,
        'threshold', c.threshold, 'value', c.value, 'balance', h.balance, 'isNewcomerOnly', c.is_newcomer_only,
        'startsAt', ${epoch(sql`h.valid_from`)}, 'endsAt', ${epoch(sql`h.valid_to`)})
      from company_coupon h join coupon c on c.id = h.coupon_id
      where h.company_id = ${companyId} and h.status in ('unused', 'held') order by h.id),
    case when ${sql.placeholder('openAt')}::timestamptz is not null then array(select json_build_object(
        'id', c.id, 'name', c.name, 'merchantId', c.merchant_id, 'threshold', c.threshold, 'value', c.value,
        'isNewcomerOnly', c.is_newcomer_only, 'startsAt', ${epoch(sql`c.valid_from`)},
        'endsAt', ${epoch(sql`c.valid_to`)}, 'claimFrom', ${epoch(sql`c.claim_from`)},
        'claimTo', ${epoch(sql`c.claim_to`)}, 'total', c.total, 'claimed', c.claimed, 'perCompany', c.per_company,
        'mine', (select count(*) from company_coupon h where h.company_id = ${companyId} and h.coupon_id = c.id))
      from coupon c where c.kind = 'coupon' and c.claimed < c.total
        and not exists (select 1 from live_drop ld where ld.coupon_id = c.id)
        and ${sql.placeholder('openAt')}::timestamptz < c.claim_to
        and ${sql.placeholder('openAt')}::timestamptz < c.valid_to order by c.id) end,
    array(select json_build_array(goods_id, price, number, ${epoch(sql`bought_at`)}) from last_bought
      where company_id = ${companyId} and goods_id ${isAsked}),
    (select json_build_object(
        'id', id, 'companyId', company_id, 'receiver', receiver, 'phone', phone, 'province', province, 'city', city,
        'district', district, 'regionCode', region_code, 'detail', detail, 'isDefault', is_default,
        'createdAt', ${epoch(sql`created_at`)})
      from address where company_id = ${companyId} and is_default and deleted_at is null)) as own`;
}

/**
 * An account's facts about these items and limits, and its coupons, in one query; with a time also the coupons that can
 * be claimed then or later.
 */
export async function findOwnFacts(
  db: Db | Tx,
  { companyId, userId }: { companyId: number; userId: string },
  goodsIds: readonly number[],
  scopes: readonly string[],
  openAt: Date | null = null,
): Promise<OwnFacts> {
  const { rows } = await ask<{ own: SentFacts }>(db, 'own_facts', ownFacts, {
    companyId,
    userId,
    goodsIds: intArray(goodsIds),
    scopes: textArray(scopes),
    openAt: openAt?.toISOString() ?? null,
  });
  const [prices, grants, favorites, alerts, inCart, used, coupons, openCoupons, bought, address] = must(
    rows[0],
    'own facts',
  ).own;
  return {
    prices: new Map(prices),
    grants: grantsOf(grants),
    favorites: new Set(favorites),
    alerts: gathered(alerts, (kinds: AlertKind[] | undefined, kind) => [...(kinds ?? []), kind]),
    inCart: gathered(inCart, (sum: number | undefined, pieces) => (sum ?? 0) + pieces),
    used: new Map(used),
    coupons,
    openCoupons: openCoupons ?? [],
    bought: new Map(bought.map(([id, price, number, at]) => [id, { price, number, at }])),
    address: address && { ...address, createdAt: new Date(address.createdAt), deletedAt: null },
  };
}

/** Pairs by their first part, those with the same one joined. */
function gathered<Part, Whole>(
  pairs: readonly (readonly [number, Part])[],
  join: (known: Whole | undefined, part: Part) => Whole,
): Map<number, Whole> {
  const wholes = new Map<number, Whole>();
  for (const [id, part] of pairs) wholes.set(id, join(wholes.get(id), part));
  return wholes;
}

/** A company's facts about all items that decide whether it may buy and at what price. */
export type CompanyTerms = Pick<OwnFacts, 'prices' | 'grants' | 'used'>;

/**
 * Agreements, grants and used limits of a company, in one query; null where there are more than `most` of one of them.
 */
export async function findCompanyTerms(
  db: Db | Tx,
  companyId: number,
  most: number,
): Promise<CompanyTerms | null> {
  const { rows } = await ask<{ own: [SentFacts[0], SentFacts[1], SentFacts[5]] }>(
    db,
    'company_terms',
    companyTerms,
    { companyId, most: most + 1 },
  );
  const sent = must(rows[0], 'terms of a company').own;
  if (sent.some((part) => part.length > most)) return null;
  const [prices, grants, used] = sent;
  return { prices: new Map(prices), grants: grantsOf(grants), used: new Map(used) };
}

function companyTerms(): SQL {
  const pairsOf = (pair: SQL, table: SQL) => sql`array(select json_build_array(${pair}) from ${table}
    where company_id = ${sql.placeholder('companyId')} limit ${sql.placeholder('most')}::int)`;
  return sql`select json_build_array(
    ${pairsOf(sql`goods_id, price`, sql`customer_price`)},
    ${pairsOf(sql`goods_id, status, valid_to`, sql`controlled_grant`)},
    ${pairsOf(sql`scope, used`, sql`quota_use`)}) as own`;
}

type SentGrant = [goodsId: number, status: GrantStatus, validTo: string | null];

function grantsOf(sent: readonly SentGrant[]): Map<number, GrantFact> {
  return new Map(sent.map(([id, status, validTo]) => [id, { status, validTo }]));
}

const none: readonly AlertKind[] = [];

/** The public row of an item with the caller's own facts. */
export function offerRowOf(row: PublicRow, own: OwnFacts): OfferRow {
  const { id } = row.goods;
  return {
    ...row,
    customerPrice: own.prices.get(id) ?? null,
    grant: own.grants.get(id) ?? null,
    isFavorite: own.favorites.has(id),
    alerts: own.alerts.get(id) ?? none,
    inCart: own.inCart.get(id) ?? 0,
    bought: own.bought.get(id) ?? null,
  };
}

/** Items by id with this company's agreements, from the database. Unknown ids are left out. */
export async function listOfferRows(
  db: Db | Tx,
  caller: { companyId: number; userId: string },
  goodsIds: readonly number[],
): Promise<OfferRow[]> {
  const rows = await listPublicRows(db, goodsIds);
  const own = await findOwnFacts(db, caller, goodsIds, []);
  return rows.map((row) => offerRowOf(row, own));
}
