/**
 * What the buyers who are here have of goods, for what is shown (lists, details, offers, the cart, a preview) and for what
 * goes into a cart. It is kept by company and by person as far as it was asked for, and emptied by what the tables
 * announce; while announcements could be missed it is read. Nothing is decided by it for good: who orders or pays asks the
 * rows.
 */
import { LRUCache } from 'lru-cache';
import type { Db, Tx } from '../db/client.ts';
import type { AddressRow } from '../repos/addresses.ts';
import type { AlertKind } from '../repos/alerts.ts';
import {
  type CompanyTerms,
  findCompanyTerms,
  findOwnFacts,
  type HeldCoupon,
  type LastBought,
  nothingOwn,
  type OpenCoupon,
  type OwnFacts,
} from '../repos/own-facts.ts';

type Asker = Parameters<typeof findOwnFacts>[1];

interface OfCompany {
  price: number | undefined;
  grant: string | undefined;
  bought: LastBought | undefined;
}

interface OfPerson {
  isFavorite: boolean;
  alerts: AlertKind[] | undefined;
  inCart: number;
}

/** What a company has; of the goods and limits that were asked about. */
interface CompanyShelf {
  goods: Map<number, OfCompany>;
  used: Map<string, number | undefined>;
  /** Null until it was read. */
  rest: { coupons: readonly HeldCoupon[]; address: AddressRow | null } | null;
  open: { coupons: readonly OpenCoupon[]; at: Date } | null;
  /** Of all goods and limits; null until it was read. */
  terms: CompanyTerms | null;
}

/** What a person has while they act for a company. */
interface PersonShelf {
  companyId: number;
  goods: Map<number, OfPerson>;
}

/** Of most goods a buyer has nothing. */
const nothingOfCompany: OfCompany = { price: undefined, grant: undefined, bought: undefined };
const nothingOfPerson: OfPerson = { isFavorite: false, alerts: undefined, inCart: 0 };

const mostShelves = 2_000;
/** Goods on one shelf; beyond them it is begun anew. */
const mostGoods = 1_000;
/** Agreements, grants, and limits in use that are kept of a company as a whole. */
const mostTerms = 500;
/** Companies that had more of one of them, for ten minutes. */
const large = new LRUCache<number, true>({ max: mostShelves, ttl: 600_000 });

const companies = new LRUCache<number, CompanyShelf>({ max: mostShelves });
/** In ms: what was put into a cart is told a moment after it was written, and not at all where its process is killed between. */
const oldestCart = 10_000;
const people = new LRUCache<string, PersonShelf>({ max: mostShelves, ttl: oldestCart });

/** The database that is listened to; null while nothing is heard. */
let heard: Db | null = null;

/** Announcements of this database are heard from now on; null: they are not. What was kept goes. */
export function hearOwnFacts(db: Db | null): void {
  heard = db;
  dropAll();
}

/** Companies (`c7`) and people (`u` and their id) who have something else now. */
export function dropOwn(keys: readonly string[] | 'all'): void {
  if (keys === 'all') dropAll();
  else
    for (const key of keys) {
      if (key.startsWith('c')) companies.delete(Number(key.slice(1)));
      else people.delete(key.slice(1));
    }
}

/** Writes under way by company. */
const writes = new Map<number, number>();

/**
 * Does something that may write for a buyer. Until it has ended their facts are read, and afterwards none is left from
 * before: a write answers by what it wrote, and who made it finds that at the next call, though nothing was heard yet.
 */
export async function whileWriting<T>({ companyId, userId }: Asker, work: () => Promise<T>): Promise<T> {
  writes.set(companyId, (writes.get(companyId) ?? 0) + 1);
  try {
    return await work();
  } finally {
    const others = (writes.get(companyId) ?? 1) - 1;
    if (others === 0) writes.delete(companyId);
    else writes.set(companyId, others);
    companies.delete(companyId);
    people.delete(userId);
  }
}

/** The same for what may write into a person's cart alone: their company has what it had. */
export async function whileFilling<T>({ userId }: Asker, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    people.delete(userId);
  }
}

function dropAll(): void {
  companies.clear();
  people.clear();
}

/**
 * What {@link findOwnFacts} answers, without a query where all of it is kept. What is dropped while it is read stays
 * dropped: it is put on the shelves that were there before, and those nobody finds again.
 */
export async function findKeptFacts(
  db: Db | Tx,
  asker: Asker,
  goodsIds: readonly number[],
  scopes: readonly string[],
  openAt: Date | null = null,
): Promise<OwnFacts> {
  const { companyId, userId } = asker;
  // A transaction sees what nobody else does, a replica may not have yet what was announced.
  if (heard === null || db !== heard || writes.has(companyId))
    return findOwnFacts(db, asker, goodsIds, scopes, openAt);
  const company = companyShelf(companyId);
  const person = personShelf(userId, companyId);
  const missing = goodsIds.filter((id) => !company.goods.has(id) || !person.goods.has(id));
  const unread = scopes.filter((scope) => !company.used.has(scope));
  const isWhole = company.rest !== null && knowsOpen(company, openAt);
  if (missing.length > 0 || unread.length > 0 || !isWhole) {
    const read = await findOwnFacts(db, asker, missing, unread, openAt);
    put(read, missing, unread, openAt, company, person);
    const isCurrent = companies.peek(companyId) === company && people.peek(userId) === person;
    if (!isCurrent) return findOwnFacts(db, asker, goodsIds, scopes, openAt);
  }
  const facts = taken(company, person, goodsIds, scopes, openAt);
  if (company.goods.size > mostGoods || company.used.size > mostGoods) companies.delete(companyId);
  if (person.goods.size > mostGoods) people.delete(userId);
  return facts;
}

/**
 * What of {@link findOwnFacts} decides whether these goods may go into a cart, without a query for most: what the company
 * has of all goods is kept together, for of most it has nothing. `inCart` is a guess, which who writes has confirmed:
 * nothing where the cart was not shown lately.
 */
export async function findKeptTerms(
  db: Db | Tx,
  asker: Asker,
  goodsIds: readonly number[],
  scopes: readonly string[],
): Promise<OwnFacts> {
  const { companyId, userId } = asker;
  const isKept = db === heard && !writes.has(companyId) && !large.has(companyId);
  const terms = isKept ? await termsOf(db, companyId) : null;
  if (terms === null) return findOwnFacts(db, asker, goodsIds, scopes);
  const person = people.get(userId);
  const pieces = goodsIds.map((id) => [id, person?.goods.get(id)?.inCart ?? 0] as const);
  return { ...nothingOwn, ...terms, inCart: new Map(person?.companyId === companyId ? pieces : []) };
}

/** Null where there is too much of it, or it changed while it was read. */
async function termsOf(db: Db | Tx, companyId: number): Promise<CompanyTerms | null> {
  const shelf = companyShelf(companyId);
  if (shelf.terms !== null) return shelf.terms;
  const read = await findCompanyTerms(db, companyId, mostTerms);
  shelf.terms = read;
  if (read === null) large.set(companyId, true);
  return companies.peek(companyId) === shelf ? read : null;
}

/** Coupons that were read for a moment are those of later ones too; of earlier ones some may be over by then. */
function knowsOpen({ open }: CompanyShelf, openAt: Date | null): boolean {
  return openAt === null || (open !== null && open.at <= openAt);
}

function companyShelf(companyId: number): CompanyShelf {
  const kept = companies.get(companyId);
  if (kept !== undefined) return kept;
  const made: CompanyShelf = { goods: new Map(), used: new Map(), rest: null, open: null, terms: null };
  companies.set(companyId, made);
  return made;
}

function personShelf(userId: string, companyId: number): PersonShelf {
  const kept = people.get(userId);
  // Who acts for another store has another cart.
  if (kept?.companyId === companyId) return kept;
  const made: PersonShelf = { companyId, goods: new Map() };
  people.set(userId, made);
  return made;
}

function put(
  read: OwnFacts,
  goodsIds: readonly number[],
  scopes: readonly string[],
  openAt: Date | null,
  company: CompanyShelf,
  person: PersonShelf,
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
  company: CompanyShelf,
  person: PersonShelf,
  goodsIds: readonly number[],
  scopes: readonly string[],
  openAt: Date | null,
): OwnFacts {
  const [prices, grants, bought] = [
    new Map<number, number>(),
    new Map<number, string>(),
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
