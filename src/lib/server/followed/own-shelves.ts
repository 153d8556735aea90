/**
 * The shelves on which a process keeps what companies and people have of goods: when they are emptied, and whether they may
 * be used. What stands on them, and is read where it does not, is own-facts.ts.
 */
import { LRUCache } from 'lru-cache';
import type { Db, Tx } from '../db/client.ts';
import type { AddressRow } from '../repos/addresses.ts';
import type { AlertKind } from '../repos/alerts.ts';
import type { CompanyTerms, HeldCoupon, LastBought, OpenCoupon } from '../repos/own-facts.ts';

/** Who has something: a person, and the company for which they buy. */
export interface Asker {
  companyId: number;
  userId: string;
}

export interface OfCompany {
  price: number | undefined;
  grant: string | undefined;
  bought: LastBought | undefined;
}

export interface OfPerson {
  isFavorite: boolean;
  alerts: AlertKind[] | undefined;
  inCart: number;
}

/** What a company has; of the goods and limits that were asked about. */
export interface CompanyShelf {
  goods: Map<number, OfCompany>;
  used: Map<string, number | undefined>;
  /** Null until it was read. */
  rest: { coupons: readonly HeldCoupon[]; address: AddressRow | null } | null;
  open: { coupons: readonly OpenCoupon[]; at: Date } | null;
  /** Of all goods and limits; null until it was read. */
  terms: CompanyTerms | null;
}

/** What a person has while they act for a company. */
export interface PersonShelf {
  companyId: number;
  goods: Map<number, OfPerson>;
}

const mostShelves = 2_000;
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
 * Whether what is kept of a company may answer: a transaction sees what nobody else does, a replica may not have yet what
 * was announced, and a write under way reads the rows.
 */
export function mayUseShelves(db: Db | Tx, companyId: number): boolean {
  return heard !== null && db === heard && !writes.has(companyId);
}

/** The shelf of a company, an empty one where there was none. */
export function companyShelf(companyId: number): CompanyShelf {
  const kept = companies.get(companyId);
  if (kept !== undefined) return kept;
  const made: CompanyShelf = { goods: new Map(), used: new Map(), rest: null, open: null, terms: null };
  companies.set(companyId, made);
  return made;
}

/** The shelf of a person who buys for a company. */
export function personShelf(userId: string, companyId: number): PersonShelf {
  const kept = findPersonShelf(userId, companyId);
  if (kept !== undefined) return kept;
  const made: PersonShelf = { companyId, goods: new Map() };
  people.set(userId, made);
  return made;
}

/** What is kept of a person who buys for a company; undefined for nothing. */
export function findPersonShelf(userId: string, companyId: number): PersonShelf | undefined {
  const kept = people.get(userId);
  // Who acts for another store has another cart.
  return kept?.companyId === companyId ? kept : undefined;
}

/** Whether nothing was dropped of a company, and of a person, since their shelves were taken. */
export function isCompanyCurrent(companyId: number, shelf: CompanyShelf): boolean {
  return companies.peek(companyId) === shelf;
}

export function isPersonCurrent(userId: string, shelf: PersonShelf): boolean {
  return people.peek(userId) === shelf;
}
