/**
 * The cached facts of companies and people about items: when they are dropped, and whether they may be used.
 * own-facts.ts fills and reads them.
 */
import { LRUCache } from 'lru-cache';
import type { GrantFact } from '#lib/rules/companies/grant-state.ts';
import type { QuoteLine } from '#lib/rules/terms/asked.ts';
import type { AddressRow } from '../addresses/rows.ts';
import { isWithout } from '../core/process/env.ts';
import type { Db, Tx } from '../db/client.ts';
import type { AlertKind } from './alert-rows.ts';
import type { CompanyTerms, HeldCoupon, LastBought, OpenCoupon } from './own-facts-rows.ts';

/** A person, and the company for which they buy. */
export interface Caller {
  companyId: number;
  userId: string;
}

export interface OfCompany {
  price: number | undefined;
  grant: GrantFact | undefined;
  bought: LastBought | undefined;
}

export interface OfPerson {
  isFavorite: boolean;
  alerts: AlertKind[] | undefined;
  inCart: number;
}

/** Facts of a company about the items and limits that were requested. */
export interface CompanyEntry {
  goods: Map<number, OfCompany>;
  used: Map<string, number | undefined>;
  /** Null until it is read. */
  rest: { coupons: readonly HeldCoupon[]; address: AddressRow | null } | null;
  open: { coupons: readonly OpenCoupon[]; at: Date } | null;
  /** For all items and limits; null until they are read. */
  terms: CompanyTerms | null;
}

/** Facts of a person while they act for a company. */
export interface PersonEntry {
  companyId: number;
  goods: Map<number, OfPerson>;
  /** The whole cart, the newest line first; null until it is read. */
  cart: readonly QuoteLine[] | null;
}

const mostShelves = 2_000;
const companies = new LRUCache<number, CompanyEntry>({ max: mostShelves });
/** In ms. An addition to a cart is announced shortly after the write, and never if the process is killed in between. */
const oldestCart = 10_000;
const people = new LRUCache<string, PersonEntry>({ max: mostShelves, ttl: oldestCart });

/** The database whose announcements arrive; null without announcements. */
let source: Db | null = null;

/** Uses the announcements of this database from now on; null: there are none. The cache is dropped. */
export function listenToOwnFacts(db: Db | null): void {
  source = db;
  dropAll();
}

/** Drops companies (`c7`) and people (`u` and their id) whose facts have changed. */
export function dropOwn(keys: readonly string[] | 'all'): void {
  if (keys === 'all') dropAll();
  else
    for (const key of keys) {
      if (key.startsWith('c')) companies.delete(Number(key.slice(1)));
      else people.delete(key.slice(1));
    }
}

/** Writes in progress by company. */
const writes = new Map<number, number>();

/**
 * Runs work that may write for a buyer. Until it ends, their facts are read from the rows; afterwards nothing cached
 * before remains. So the answer of a write and the next call see what was written, even before an announcement arrives.
 */
export async function whileWriting<T>({ companyId, userId }: Caller, work: () => Promise<T>): Promise<T> {
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

/** The same for work that writes only into a person's cart: the facts of the company stay cached. */
export async function whileFilling<T>({ userId }: Caller, work: () => Promise<T>): Promise<T> {
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
 * Whether the cached facts of a company may be used. Not in a transaction (it sees uncommitted rows), not on a replica
 * (it may lag behind announcements), and not while a write is in progress.
 */
export function mayUseShelves(db: Db | Tx, companyId: number): boolean {
  return source !== null && db === source && !writes.has(companyId) && !isWithout('own-facts');
}

/** The cached facts of a company; created empty if missing. */
export function companyShelf(companyId: number): CompanyEntry {
  const cached = companies.get(companyId);
  if (cached !== undefined) return cached;
  const made: CompanyEntry = { goods: new Map(), used: new Map(), rest: null, open: null, terms: null };
  companies.set(companyId, made);
  return made;
}

/** The cached facts of a person who buys for a company; created empty if missing. */
export function personShelf(userId: string, companyId: number): PersonEntry {
  const cached = findPersonShelf(userId, companyId);
  if (cached !== undefined) return cached;
  const made: PersonEntry = { companyId, goods: new Map(), cart: null };
  people.set(userId, made);
  return made;
}

/** The cached facts of a person who buys for a company, or undefined. */
export function findPersonShelf(userId: string, companyId: number): PersonEntry | undefined {
  const cached = people.get(userId);
  // A person who acts for another store has another cart.
  return cached?.companyId === companyId ? cached : undefined;
}

/** Whether nothing of the company and the person was dropped since these objects were taken. */
export function isCompanyCurrent(companyId: number, shelf: CompanyEntry): boolean {
  return companies.peek(companyId) === shelf;
}

export function isPersonCurrent(userId: string, shelf: PersonEntry): boolean {
  return people.peek(userId) === shelf;
}
