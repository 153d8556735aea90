/** The site's own rows: ads, links, and what a new shop lacks. */
import { and, arrayOverlaps, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { ad, goods, navLink, product } from '../db/schema.ts';
import { isOffered } from '../db/shelf.ts';

const shown = {
  id: ad.id,
  title: ad.title,
  subtitle: ad.subtitle,
  image: ad.image,
  url: ad.url,
  approvalNo: ad.approvalNo,
  isForNewcomers: ad.isForNewcomers,
};

function runsAt(now: Date) {
  return and(lte(ad.startsAt, now), gt(ad.endsAt, now));
}

/** Ads of a slot that run at `now`, in their order. */
export async function listAds(db: Db, slot: string, now: Date) {
  return db
    .select(shown)
    .from(ad)
    .where(and(eq(ad.slot, slot), runsAt(now)))
    .orderBy(asc(ad.sort), asc(ad.id));
}
export type AdRow = Awaited<ReturnType<typeof listAds>>[number];

/** Ads of several slots that run at `now`, each with its slot, in their order. */
export async function listAdsOfSlots(db: Db, slots: readonly string[], now: Date) {
  return db
    .select({ ...shown, slot: ad.slot })
    .from(ad)
    .where(and(inArray(ad.slot, [...slots]), runsAt(now)))
    .orderBy(asc(ad.sort), asc(ad.id));
}

/** Start and end of the ads of several slots, of those whose end is still ahead. */
export function listAdTimes(db: Db, slots: readonly string[], now: Date) {
  return db
    .select({ startsAt: ad.startsAt, endsAt: ad.endsAt })
    .from(ad)
    .where(and(inArray(ad.slot, [...slots]), gt(ad.endsAt, now)));
}

/** Ads by their numbers that run at `now`, in the order of `ids`. Unknown ones are left out. */
export async function listAdsById(db: Db, ids: readonly number[], now: Date): Promise<AdRow[]> {
  const rows = await db
    .select(shown)
    .from(ad)
    .where(and(inArray(ad.id, [...ids]), runsAt(now)));
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** 处方药, 甲类OTC… of items, by their id. */
export async function mapOtcOfGoods(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: goods.id, otc: product.otc })
    .from(goods)
    .innerJoin(product, eq(product.id, goods.productId))
    .where(inArray(goods.id, [...ids]));
  return new Map(rows.map(({ id, otc }) => [id, otc]));
}

/** The parts of a shop's database without which it cannot open. */
interface Stock {
  merchants: number;
  /** Those of them without an administrator who may log in. */
  merchantsWithoutAdmin: number;
  /** Items on the shelf. */
  goods: number;
  /** Roles of the platform's people who may log in. */
  roles: string[];
}

/** Counts a shop's rows; a stopped merchant counts as none. */
export async function countStock(db: Db): Promise<Stock> {
  const { rows } = await db.execute<Stock & Record<string, unknown>>(sql`
    select (select count(*)::int from merchant where stopped_on is null) as merchants,
      (select count(*)::int from merchant m where stopped_on is null and not exists
        (select from staff s where s.merchant_id = m.id and s.role = 'admin' and s.disabled_at is null))
        as "merchantsWithoutAdmin",
      (select count(*)::int from goods where is_on_shelf) as goods,
      (select coalesce(array_agg(distinct role), '{}') from staff
        where merchant_id is null and disabled_at is null) as roles`);
  const [row] = rows;
  if (row === undefined) throw new Error('a count answered nothing');
  return row;
}

/** Links of one navigation (`nav` or `float`) with their children, in their order. */
export function listNavLinks(db: Db, kind: 'nav' | 'float') {
  return db.select().from(navLink).where(eq(navLink.kind, kind)).orderBy(asc(navLink.sort), asc(navLink.id));
}

export type NavLinkRow = Awaited<ReturnType<typeof listNavLinks>>[number];

/** Kinds in which an item on the shelf is sold only to clinics and hospitals. */
export async function listClinicKinds(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ kind: product.kind })
    .from(goods)
    .innerJoin(product, eq(product.id, goods.productId))
    .where(and(isOffered(new Date()), arrayOverlaps(goods.buyerTypes, ['clinic', 'hospital'])));
  return rows.map(({ kind }) => kind);
}
