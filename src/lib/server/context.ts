/**
 * What a use case is told by whoever starts it: an endpoint, a page, a command, a job. A service names the actors that
 * it serves, and nobody else can call it.
 */
import { type Actor as ActorRecord, buyerActor, jobActor, staffActor } from '#lib/rules/actors.ts';
import type { Db } from './db/client.ts';
import type { Account } from './repos/accounts.ts';

/** Nobody is logged in to the shop. */
export interface Visitor {
  kind: 'visitor';
  account: null;
}

/** A member of a company, in the shop. */
export interface Buyer {
  kind: 'buyer';
  account: Account;
}

/** A person of the platform's own staff, at a desk or at a command. */
export interface PlatformStaff {
  kind: 'platform';
  /** The name that the audit log keeps. */
  name: string;
}

/** A job of the shop's own. */
export interface System {
  kind: 'system';
  job: string;
}

/** The actors of each word that a row of the call table says under `who`, and those who come by no call. */
export interface Actors {
  all: Visitor | Buyer;
  buyer: Buyer;
  platform: PlatformStaff;
  system: System;
}

export interface Context<W extends keyof Actors = 'all' | 'buyer'> {
  db: Db;
  now: Date;
  actor: Actors[W];
  /** The request, the run of a command; empty for jobs. */
  requestId: string;
}

/** What the service of a call learns besides about the request. */
export interface CallContext<W extends keyof Actors = 'all' | 'buyer'> extends Context<W> {
  clientAddress: string;
  headers: Headers;
  /** Headers that the answer will carry, e.g. set-cookie. */
  answerHeaders: Headers;
}

/** What the service of a call learns whose row says `once`. */
export interface OnceContext<W extends keyof Actors> extends Context<W> {
  /** The Idempotency-Key: the same for every repeat of one request. */
  key: string;
}

export const visitor: Visitor = { kind: 'visitor', account: null };

/** The actor that a look-up of a session answers. */
export function shopActor(account: Account | null): Visitor | Buyer {
  return account === null ? visitor : { kind: 'buyer', account };
}

/** What a job hands to a service. */
export function jobContext(db: Db, now: Date, job: string): Context<'system'> {
  return { db, now, actor: { kind: 'system', job }, requestId: '' };
}

/** The actor as timelines and the audit log name it. */
export function recordOf({ actor, requestId }: Context<'buyer' | 'platform' | 'system'>): ActorRecord {
  if (actor.kind === 'buyer') return buyerActor(actor.account, requestId);
  if (actor.kind === 'platform') return staffActor(actor.name, requestId);
  return jobActor(actor.job);
}
