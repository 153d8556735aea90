/**
 * The context that a use case gets from its caller: an endpoint, a page, a command, a job. A service declares the
 * actors that it serves, and no other caller can use it.
 */

import type { ActKind } from '#lib/rules/companies/act-kinds.ts';
import {
  type Actor as ActorRecord,
  buyerActor,
  jobActor,
  merchantActor,
  staffActor,
} from '#lib/rules/companies/actors.ts';
import { type StaffPermission, staffMay } from '#lib/rules/companies/staff.ts';
import type { Db } from '../db/client.ts';
import type { Account } from '../people/account-rows.ts';
import type { StaffAccount } from '../people/staff-rows.ts';
import type { RequestHeaders } from './asked-call.ts';

/** Not logged in to the shop. */
export interface Visitor {
  kind: 'visitor';
  account: null;
}

/** A member of a company, in the shop. */
export interface Buyer {
  kind: 'buyer';
  account: Account;
}

/** Facts of a person logged in at a desk; missing for a command, which may do everything on its side. */
interface AtDesk {
  staffId?: number;
  /** Key of rules/staff. */
  role?: string;
}

/** The platform's own staff, at a desk or in a command. */
export interface PlatformStaff extends AtDesk {
  kind: 'platform';
  /** Login name, or the name that a command runs under: recorded in the audit log. */
  name: string;
  /** Bound to no merchant. */
  merchantId: null;
}

/** A merchant's staff: everything they read or write is this merchant's. */
export interface MerchantStaff extends AtDesk {
  kind: 'merchant';
  name: string;
  merchantId: number;
}

/** One of the shop's own jobs. */
export interface System {
  kind: 'system';
  job: string;
}

/** The actors of each value of `who` in the call table, and those that do not come by a call. */
export interface Actors {
  all: Visitor | Buyer;
  /** Anyone: no session is read. */
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
  /** Id of the request or of a command's run; empty for jobs. */
  requestId: string;
  /** What the person gave as the reason of an act that is declared to want one: its audit entries keep it. */
  reason?: string;
  /** Of a call: the kinds of acts that it may leave to a second person. */
  asks?: readonly ActKind[];
  /** Of an act that undoes another one: the entry of that one in the audit log. */
  undoes?: Undone;
}

/** An entry of the audit log that is undone. */
export interface Undone {
  id: number;
  subject: string;
  subjectKey: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

interface CallFor<Actor> extends For<Actor> {
  clientAddress: string;
  headers: RequestHeaders;
  /** Receives headers for the response, e.g. set-cookie. */
  answerHeaders: Pick<Headers, 'append' | 'set'>;
}

interface OnceFor<Actor> extends For<Actor> {
  /** The Idempotency-Key: the same for every repeat of one request. */
  key: string;
}

/** The context of every service. */
export type Context<W extends keyof Actors = 'all'> = For<Actors[W]>;

/** The context of a call's service, with facts of the request. */
export type CallContext<W extends keyof Actors = 'all'> = CallFor<Actors[W]>;

/** The context of a call's service whose row says `once`. */
export type OnceContext<W extends keyof Actors> = OnceFor<Actors[W]>;

export const visitor: Visitor = { kind: 'visitor', account: null };

/** The actor of a session in the shop. */
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

/** True when a desk's or command's actor has a permission. */
export function actorMay({ kind, role }: Actors['staff'], permission: StaffPermission): boolean {
  return role === undefined || staffMay(kind, role, permission);
}

/** The context that a job passes to a service. */
export function jobContext(db: Db, now: Date, job: string): Context<'system'> {
  return { db, now, actor: { kind: 'system', job }, requestId: '' };
}

/** The actor in the form for timelines and the audit log. */
export function recordOf({
  actor,
  requestId,
  reason,
}: Pick<Context<'buyer' | 'staff' | 'system'>, 'actor' | 'requestId' | 'reason'>): ActorRecord {
  const why = reason === undefined ? {} : { reason };
  if (actor.kind === 'buyer') return buyerActor(actor.account, requestId);
  if (actor.kind === 'merchant') return { ...merchantActor(actor.name, actor.merchantId, requestId), ...why };
  if (actor.kind === 'platform') return { ...staffActor(actor.name, requestId), ...why };
  return jobActor(actor.job);
}
