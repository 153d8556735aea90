/**
 * What a buyer has of goods beside what is the same for everybody: agreements, grants, favourites, cart, limits, coupons,
 * what was bought, and where it goes.
 */
import { type SQL, sql } from 'drizzle-orm';
import { intArray, textArray } from '../db/arrays.ts';
import type { Db, Tx } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import type { AddressRow } from './addresses.ts';
import type { AlertKind } from './alerts.ts';
import { listPublicRows, type PublicRow } from './offers.ts';

/** The row of a goods with what one company has agreed, and one person has put aside. */
export interface OfferRow extends PublicRow {
  customerPrice: number | null;
  /** applied, granted, refused or null. */
  grant: string | null;
  isFavorite: boolean;
  /** What they want to be told of it. */
  alerts: readonly AlertKind[];
  /** Pieces of it in the asker's cart. */
  inCart: number;
  /** What the company paid for it last; null where it never bought it. */
  bought: LastBought | null;
}

/** What a company paid for a piece of a goods when it bought it last (fen), how many it took, and when (ms). */
export interface LastBought {
  price: number;
  number: number;
  at: number;
}

/** A coupon or voucher that a company holds and has not used, with its terms. Moments in epoch milliseconds. */
export interface HeldCoupon {
  id: number;
  name: string;
  kind: 'coupon' | 'voucher';
  merchantId: number | null;
  status: 'unused' | 'held';
  threshold: number;
  value: number;
  /** What is left of a voucher, fen. */
  balance: number | null;
  isNewcomerOnly: boolean;
  startsAt: number;
  endsAt: number;
}

/** A coupon that can be claimed and used at the moment or later, as far as its own row says, with what a company has of it. */
export interface OpenCoupon extends Omit<HeldCoupon, 'kind' | 'status' | 'balance'> {
  claimFrom: number;
  claimTo: number;
  total: number;
  claimed: number;
  perCompany: number;
  /** Pieces that the company has claimed. */
  mine: number;
}

/** What depends on who asks. */
export interface OwnFacts {
  /** Agreed price by goods, fen. */
  prices: ReadonlyMap<number, number>;
  grants: ReadonlyMap<number, string>;
  favorites: ReadonlySet<number>;
  alerts: ReadonlyMap<number, AlertKind[]>;
  inCart: ReadonlyMap<number, number>;
  /** Used of a limit by its scope; scopes that the company never touched are left out. */
  used: ReadonlyMap<string, number>;
  coupons: readonly HeldCoupon[];
  /** Empty where they were not asked for. */
  openCoupons: readonly OpenCoupon[];
  bought: ReadonlyMap<number, LastBought>;
  /** The company's default address; null where it has none. */
  address: AddressRow | null;
}

/** An address as it comes with everything else. */
type SentAddress = Omit<AddressRow, 'createdAt' | 'deletedAt'> & { createdAt: number };

/** What a visitor has. */
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

/** Nine tables in one round trip, each by a key; the tenth, of what can be claimed, only where it is asked for. */
function ownFacts(db: Db | Tx, name: string) {
  const [companyId, userId] = [sql.placeholder('companyId'), sql.placeholder('userId')];
  // In a select of its own: else PostgreSQL plans anew for every number of ids.
  const isAsked = sql`= any((select ${sql.placeholder('goodsIds')}::int[])::int[])`;
  const epoch = (column: SQL) => sql`floor(extract(epoch from ${column}) * 1000)::bigint`;
  return db
    .select({
      prices: sql<[number, number][]>`(select coalesce(json_agg(json_build_array(goods_id, price)), '[]')
        from customer_price where company_id = ${companyId} and goods_id ${isAsked})`,
      grants: sql<[number, string][]>`(select coalesce(json_agg(json_build_array(goods_id, status)), '[]')
        from controlled_grant where company_id = ${companyId} and goods_id ${isAsked})`,
      favorites: sql<number[]>`(select coalesce(json_agg(goods_id), '[]')
        from favorite where user_id = ${userId} and goods_id ${isAsked})`,
      alerts: sql<[number, AlertKind[]][]>`(select coalesce(json_agg(json_build_array(goods_id, kinds)), '[]')
        from (select goods_id, json_agg(kind) as kinds from goods_alert
          where user_id = ${userId} and told_at is null and goods_id ${isAsked} group by goods_id) as own)`,
      inCart: sql<
        [number, number][]
      >`(select coalesce(json_agg(json_build_array(goods_id, pieces)), '[]') from (
        select goods_id, sum(number) as pieces from cart_line where user_id = ${userId} and company_id = ${companyId}
          and not is_saved_for_later and kind <> 'group_buy' and goods_id ${isAsked} group by goods_id) as own)`,
      used: sql<[string, number][]>`(select coalesce(json_agg(json_build_array(scope, used)), '[]')
        from quota_use where company_id = ${companyId} and scope = any((select ${sql.placeholder('scopes')}::text[])::text[]))`,
      coupons: sql<HeldCoupon[]>`(select coalesce(json_agg(json_build_object(
          'id', h.id, 'name', c.name, 'kind', c.kind, 'merchantId', c.merchant_id, 'status', h.status,
          'threshold', c.threshold, 'value', c.value, 'balance', h.balance, 'isNewcomerOnly', c.is_newcomer_only,
          'startsAt', ${epoch(sql`h.valid_from`)}, 'endsAt', ${epoch(sql`h.valid_to`)}) order by h.id), '[]')
        from company_coupon h join coupon c on c.id = h.coupon_id
        where h.company_id = ${companyId} and h.status in ('unused', 'held'))`,
      openCoupons: sql<
        OpenCoupon[] | null
      >`case when ${sql.placeholder('openAt')}::timestamptz is not null then
        (select json_agg(json_build_object(
          'id', c.id, 'name', c.name, 'merchantId', c.merchant_id, 'threshold', c.threshold, 'value', c.value,
          'isNewcomerOnly', c.is_newcomer_only, 'startsAt', ${epoch(sql`c.valid_from`)},
          'endsAt', ${epoch(sql`c.valid_to`)}, 'claimFrom', ${epoch(sql`c.claim_from`)},
          'claimTo', ${epoch(sql`c.claim_to`)}, 'total', c.total, 'claimed', c.claimed, 'perCompany', c.per_company,
          'mine', (select count(*) from company_coupon h where h.company_id = ${companyId} and h.coupon_id = c.id)
          ) order by c.id)
        from coupon c where c.kind = 'coupon' and c.claimed < c.total
          and ${sql.placeholder('openAt')}::timestamptz < c.claim_to
          and ${sql.placeholder('openAt')}::timestamptz < c.valid_to) end`,
      bought: sql<
        [number, number, number, number][]
      >`(select coalesce(json_agg(json_build_array(goods_id, price, number, ${epoch(sql`bought_at`)})), '[]')
        from last_bought where company_id = ${companyId} and goods_id ${isAsked})`,
      address: sql<SentAddress | null>`(select json_build_object(
          'id', id, 'companyId', company_id, 'receiver', receiver, 'phone', phone, 'province', province, 'city', city,
          'district', district, 'regionCode', region_code, 'detail', detail, 'isDefault', is_default,
          'createdAt', ${epoch(sql`created_at`)})
        from address where company_id = ${companyId} and is_default and deleted_at is null)`,
    })
    .from(sql`(values (1)) as one`)
    .prepare(name);
}

/**
 * What an account has of these goods and limits, and its coupons, in one query; with a moment also the coupons that are
 * open to be claimed then or later.
 */
export async function findOwnFacts(
  db: Db | Tx,
  { companyId, userId }: { companyId: number; userId: string },
  goodsIds: readonly number[],
  scopes: readonly string[],
  openAt: Date | null = null,
): Promise<OwnFacts> {
  const query = prepared(db, 'own_facts', (name) => ownFacts(db, name));
  const [row] = await query.execute({
    companyId,
    userId,
    goodsIds: intArray(goodsIds),
    scopes: textArray(scopes),
    openAt: openAt?.toISOString() ?? null,
  });
  if (row === undefined) return nothingOwn;
  return {
    prices: new Map(row.prices),
    grants: new Map(row.grants),
    favorites: new Set(row.favorites),
    alerts: new Map(row.alerts),
    inCart: new Map(row.inCart),
    used: new Map(row.used),
    coupons: row.coupons,
    openCoupons: row.openCoupons ?? [],
    bought: new Map(row.bought.map(([id, price, number, at]) => [id, { price, number, at }])),
    address: row.address && {
      ...row.address,
      createdAt: new Date(row.address.createdAt),
      deletedAt: null,
    },
  };
}

const none: readonly AlertKind[] = [];

/** The public row of a goods beside what the asker has of it. */
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

/** Goods by id with what this company has agreed, as the rows stand. Unknown ids are left out. */
export async function listOfferRows(
  db: Db | Tx,
  asker: { companyId: number; userId: string },
  goodsIds: readonly number[],
): Promise<OfferRow[]> {
  const rows = await listPublicRows(db, goodsIds);
  const own = await findOwnFacts(db, asker, goodsIds, []);
  return rows.map((row) => offerRowOf(row, own));
}
