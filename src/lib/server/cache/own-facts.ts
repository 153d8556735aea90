/**
 * Cached facts of active buyers about items, for display (lists, details, offers, cart, preview) and for adding to a
 * cart. They are cached by company and person as far as they were requested, and dropped when the tables announce a
 * change; while announcements could be missed they are read. No final decision uses them: placing and paying read the
 * rows.
 */
import { LRUCache } from 'lru-cache';
import type { GrantFact } from '#lib/rules/companies/grant-state.ts';
import type { Db, Tx } from '../db/client.ts';
import type { AlertKind } from './alert-rows.ts';
import {
  type Caller,
  type CompanyEntry,
  companyShelf,
  dropOwn,
  findPersonShelf,
  isCompanyCurrent,
  isPersonCurrent,
  mayUseShelves,
  type OfCompany,
  type OfPerson,
  type PersonEntry,
  personShelf,
} from './buyer-entries.ts';
import {
  type CompanyTerms,
  findCompanyTerms,
  findOwnFacts,
  type LastBought,
  nothingOwn,
  type OwnFacts,
} from './own-facts-rows.ts';

/** For most items a buyer has no facts. */
const nothingOfCompany: OfCompany = { price: undefined, grant: undefined, bought: undefined };
const nothingOfPerson: OfPerson = { isFavorite: false, alerts: undefined, inCart: 0 };

/** Items per company; above this number the cache of a company starts empty again. */
const mostGoods = 1_000;
/** Most agreements, grants, and used limits that are cached for a company as a whole. */
const mostTerms = 500;
/** Companies above one of these limits, for ten minutes. */
const large = new LRUCache<number, true>({ max: 2_000, ttl: 600_000 });

/**
 * The result of {@link findOwnFacts}, without a query where all of it is cached. What is dropped during the read stays
 * dropped: the result goes into the old cache objects, which no later request finds.
 */
export async function findCachedFacts(
  db: Db | Tx,
  caller: Caller,
  goodsIds: readonly number[],
  scopes: readonly string[],
  openAt: Date | null = null,
): Promise<OwnFacts> {
  const { companyId, userId } = caller;
  if (!mayUseShelves(db, companyId)) return findOwnFacts(db, caller, goodsIds, scopes, openAt);
  const company = companyShelf(companyId);
  const person = personShelf(userId, companyId);
  const missing = goodsIds.filter((id) => !company.goods.has(id) || !person.goods.has(id));
  const unread = scopes.filter((scope) => !company.used.has(scope));
  const isWhole = company.rest !== null && knowsOpen(company, openAt);
  if (missing.length > 0 || unread.length > 0 || !isWhole) {
    const read = await findOwnFacts(db, caller, missing, unread, openAt);
    put(read, missing, unread, openAt, company, person);
    const isCurrent = isCompanyCurrent(companyId, company) && isPersonCurrent(userId, person);
    if (!isCurrent) return findOwnFacts(db, caller, goodsIds, scopes, openAt);
  }
  const facts = taken(company, person, goodsIds, scopes, openAt);
  if (company.goods.size > mostGoods || company.used.size > mostGoods) dropOwn([`c${companyId}`]);
  if (person.goods.size > mostGoods) dropOwn([`u${userId}`]);
  return facts;
}

/**
 * The part of {@link findOwnFacts} that decides whether these items may go into a cart, mostly without a query: all
 * terms of a company are cached together, because it has none for most items. `inCart` is a guess that the write must
 * confirm: it is empty where the cart was not shown lately.
 */
export async function findCachedTerms(
  db: Db | Tx,
  caller: Caller,
  goodsIds: readonly number[],
  scopes: readonly string[],
): Promise<OwnFacts> {
  const { companyId, userId } = caller;
  const isCached = mayUseShelves(db, companyId) && !large.has(companyId);
  const terms = isCached ? await termsOf(db, companyId) : null;
  if (terms === null) return findOwnFacts(db, caller, goodsIds, scopes);
  const person = findPersonShelf(userId, companyId);
  const inCart = new Map(goodsIds.map((id) => [id, person?.goods.get(id)?.inCart ?? 0]));
  return { ...nothingOwn, ...terms, inCart };
}

/** Null where there are too many terms, or they changed while they were read. */
async function termsOf(db: Db | Tx, companyId: number): Promise<CompanyTerms | null> {
  const shelf = companyShelf(companyId);
  if (shelf.terms !== null) return shelf.terms;
  const read = await findCompanyTerms(db, companyId, mostTerms);
  shelf.terms = read;
  if (read === null) large.set(companyId, true);
  return isCompanyCurrent(companyId, shelf) ? read : null;
}

/**
 * Coupons read for a moment cover later moments too; for an earlier moment some may be missing because they expired.
 */
function knowsOpen({ open }: CompanyEntry, openAt: Date | null): boolean {
  return openAt === null || (open !== null && open.at <= openAt);
}

function put(
  read: OwnFacts,
  goodsIds: readonly number[],
  scopes: readonly string[],
  openAt: Date | null,
  company: CompanyEntry,
  person: PersonEntry,
): void {
  for (const id of goodsIds) {
    const [price, grant, bought] = [read.prices.get(id), read.grants.get(id), read.bought.get(id)];
    const hasAny = price !== undefined || grant !== undefined || bought !== undefined;
    company.goods.set(id, hasAny ? { price, grant, bought } : nothingOfCompany);
    const [isFavorite, alerts] = [read.favorites.has(id), read.alerts.get(id)];
    const inCart = read.inCart.get(id) ?? 0;
    const isAnyPersons = isFavorite || alerts !== undefined || inCart > 0;
    person.goods.set(id, isAnyPersons ? { isFavorite, alerts, inCart } : nothingOfPerson);
  }
  for (const scope of scopes) company.used.set(scope, read.used.get(scope));
  company.rest = { coupons: read.coupons, address: read.address };
  if (openAt !== null) company.open = { coupons: read.openCoupons, at: openAt };
}

function taken(
  company: CompanyEntry,
  person: PersonEntry,
  goodsIds: readonly number[],
  scopes: readonly string[],
  openAt: Date | null,
): OwnFacts {
  const [prices, grants, bought] = [
    new Map<number, number>(),
    new Map<number, GrantFact>(),
    new Map<number, LastBought>(),
  ];
  const [favorites, alerts, inCart] = [
    new Set<number>(),
    new Map<number, AlertKind[]>(),
    new Map<number, number>(),
  ];
  for (const id of goodsIds) {
    const its = company.goods.get(id) ?? nothingOfCompany;
    if (its !== nothingOfCompany) {
      if (its.price !== undefined) prices.set(id, its.price);
      if (its.grant !== undefined) grants.set(id, its.grant);
      if (its.bought !== undefined) bought.set(id, its.bought);
    }
    const own = person.goods.get(id) ?? nothingOfPerson;
    if (own !== nothingOfPerson) {
      if (own.isFavorite) favorites.add(id);
      if (own.alerts !== undefined) alerts.set(id, own.alerts);
      if (own.inCart > 0) inCart.set(id, own.inCart);
    }
  }
  const used = new Map<string, number>();
  for (const scope of scopes) {
    const pieces = company.used.get(scope);
    if (pieces !== undefined) used.set(scope, pieces);
  }
  const openCoupons = openAt === null ? [] : (company.open?.coupons ?? []);
  const { coupons, address } = company.rest ?? { coupons: [], address: null };
  return { prices, grants, favorites, alerts, inCart, used, coupons, openCoupons, bought, address };
}
