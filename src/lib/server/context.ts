/**
 * What a use case is given by its caller: an endpoint, a page, a command, a job. A service names the actors that
 * it serves, and nobody else can call it.
 */
import {
  type Actor as ActorRecord,
  buyerActor,
  jobActor,
  merchantActor,
  staffActor,
} from '#lib/rules/companies/actors.ts';
import { type StaffPermission, staffMay } from '#lib/rules/companies/staff.ts';
import type { Db } from './db/client.ts';
import type { Account } from './repos/accounts.ts';
import type { StaffAccount } from './repos/staff.ts';
import type { RequestHeaders } from './requests/asked-call.ts';

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

/** What is known of a person who is logged in at a desk; left out of who runs a command, to whom all of its side is open. */
interface AtDesk {
  staffId?: number;
  /** Key of rules/staff. */
  role?: string;
}

/** A person of the platform's own staff, at a desk or at a command. */
export interface PlatformStaff extends AtDesk {
  kind: 'platform';
  /** The name that they log in with, or that a command is run under: the audit log keeps it. */
  name: string;
  /** Bound to no merchant. */
  merchantId: null;
}

/** A person of a merchant's staff: whatever they read or write is this merchant's. */
export interface MerchantStaff extends AtDesk {
  kind: 'merchant';
  name: string;
  merchantId: number;
}

/** A job of the shop's own. */
export interface System {
  kind: 'system';
  job: string;
}

/** The actors of each word that a row of the call table says under `who`, and those who come by no call. */
export interface Actors {
  all: Visitor | Buyer;
  /** Whoever it is: nobody is looked up. */
  anyone: Visitor;
  buyer: Buyer;
  platform: PlatformStaff;
  merchant: MerchantStaff;
  /** Of either side. */
  staff: PlatformStaff | MerchantStaff;
  system: System;
}

interface For<Actor> {
  db: Db;
  now: Date;
  actor: Actor;
  /** The request, the run of a command; empty for jobs. */
  requestId: string;
}

interface CallFor<Actor> extends For<Actor> {
  clientAddress: string;
  headers: RequestHeaders;
  /** Takes headers that the answer will carry, e.g. set-cookie. */
  answerHeaders: Pick<Headers, 'append' | 'set'>;
}

interface OnceFor<Actor> extends For<Actor> {
  /** The Idempotency-Key: the same for every repeat of one request. */
  key: string;
}

/** What every service is told. */
export type Context<W extends keyof Actors = 'all'> = For<Actors[W]>;

/** What the service of a call learns besides about the request. */
export type CallContext<W extends keyof Actors = 'all'> = CallFor<Actors[W]>;

/** What the service of a call learns whose row says `once`. */
export type OnceContext<W extends keyof Actors> = OnceFor<Actors[W]>;

export const visitor: Visitor = { kind: 'visitor', account: null };

/** The actor that a look-up of a session answers. */
export function shopActor(account: Account | null): Visitor | Buyer {
  return account === null ? visitor : { kind: 'buyer', account };
}

/** The actor of a session at a desk. */
export function staffActorOf({
  id: staffId,
  username: name,
  merchantId,
  role,
}: StaffAccount): Actors['staff'] {
  return merchantId === null
    ? { kind: 'platform', name, merchantId, staffId, role }
    : { kind: 'merchant', name, merchantId, staffId, role };
}

/** True when who acts at a desk, or runs a command, may do what a permission is for. */
export function actorMay({ kind, role }: Actors['staff'], permission: StaffPermission): boolean {
  return role === undefined || staffMay(kind, role, permission);
}

/** What a job hands to a service. */
export function jobContext(db: Db, now: Date, job: string): Context<'system'> {
  return { db, now, actor: { kind: 'system', job }, requestId: '' };
}

/** The actor as timelines and the audit log name it. */
export function recordOf({
  actor,
  requestId,
}: Pick<Context<'buyer' | 'staff' | 'system'>, 'actor' | 'requestId'>): ActorRecord {
  if (actor.kind === 'buyer') return buyerActor(actor.account, requestId);
  if (actor.kind === 'merchant') return merchantActor(actor.name, actor.merchantId, requestId);
  if (actor.kind === 'platform') return staffActor(actor.name, requestId);
  return jobActor(actor.job);
}
