/**
 * The definition of a call: method, path, who may make it and its cost. The rows are next to their nouns
 * (`<noun>/calls.ts`), all of them in table/api.ts. Types only of the schemas, so no schema reaches the browser.
 */

import type { z } from 'zod';
import type { Permission } from '../rules/companies/roles.ts';
import type { StaffPermission } from '../rules/companies/staff.ts';

/** Calls of the desks: for the platform's staff, for a merchant's, for both. For everyone else they do not exist. */
export type Desk = 'platform' | 'merchant' | 'staff';

/** all: visitors and buyers of the shop. anyone: the same response for all of them, the session is not read. */
export type Access = 'all' | 'anyone' | 'buyer' | Desk;

/** The required permission, in the terms of the call's callers. */
export type PermissionOf<W extends Access> = W extends 'buyer'
  ? Permission
  : W extends Desk
    ? StaffPermission
    : never;

/**
 * Why a call is costly, so that its rate is limited per company: matching purchase lists, placing orders, quoting whole
 * carts, querying the whole catalogue, paying by a public link. The limits are in server/shares/limits.ts.
 */
export type Cost = 'match' | 'order' | 'quote' | 'list' | 'upload' | 'link';

export interface Call<
  In = unknown,
  Out = unknown,
  W extends Access = Access,
  Once extends boolean = boolean,
> {
  method: 'GET' | 'POST' | 'DELETE';
  /** `{name}` is a value of the input. */
  path: string;
  who: W;
  /** The permission that the role of the member or staff member needs; without it a call is open to every role. */
  may?: PermissionOf<W>;
  /** People of a frozen company may make it too. All other buyers' calls are closed to them. */
  whileFrozen?: boolean;
  /** A write that is idempotent by an Idempotency-Key (rules 5). */
  once?: Once;
  /** Moves money or changes a price: staff must have given their password or code shortly before. */
  sure?: boolean;
  /** May be made before the desk is open to a person (rules/staff, nextSetUp); everything else waits until then. */
  whileSettingUp?: boolean;
  /** Repeats of an exempt read do not cancel each other (rules 15). */
  isExempt?: boolean;
  /** Cross-origin writes are refused, except signed notifications (rules 8). */
  isSigned?: boolean;
  cost?: Cost;
  /**
   * A write without final decisions (a cart, a preview): the caller's account may come from the cache, which lags by
   * some milliseconds at most. For any other write the account is read from the database.
   */
  isLight?: boolean;
  /** Stays open and answers with server-sent events instead of an envelope. */
  isStream?: boolean;
  /** Type-level only. */
  readonly types?: { in: In; out: Out };
}

/** What a browser needs to send a call: it gets nothing else (scripts/calls.ts). */
export type Sent<In = unknown, Out = unknown> = Pick<Call<In, Out>, 'method' | 'path' | 'isExempt' | 'types'>;

export function sentOf({ method, path, isExempt }: Sent): Sent {
  return { method, path, ...(isExempt && { isExempt }) };
}

/** Input and output of a call. */
export interface Schemas {
  input: z.ZodType;
  output: z.ZodType;
}

/** The call with these schemas: its input and output types are theirs. */
export type CallOf<S extends Schemas, W extends Access = Access, Once extends boolean = boolean> = Call<
  z.input<S['input']>,
  z.output<S['output']>,
  W,
  Once
>;

/** The schemas of a call: a schema of another type does not fit. */
export type SchemasOf<C> =
  C extends Call<infer In, infer Out> ? { input: z.ZodType<unknown, In>; output: z.ZodType<Out> } : never;

/** A read. */
export function get<S extends Schemas, W extends Access = 'all'>(
  path: string,
  who: W,
  isExempt = false,
): CallOf<S, W> {
  return { method: 'GET', path, who, isExempt };
}

/** A write names its required permission. */
type Needs<W extends Access> = W extends 'all' | 'anyone' ? [] : [may: PermissionOf<W>];

function write<S extends Schemas, W extends Access>(
  method: 'POST' | 'DELETE',
  path: string,
  who: W,
  [may]: readonly (Permission | StaffPermission)[],
): CallOf<S, W> {
  return { method, path, who, ...(may !== undefined && { may }) } as CallOf<S, W>;
}

/** A write. */
export function post<S extends Schemas, W extends Access = 'buyer'>(
  path: string,
  who: W,
  ...needs: Needs<W>
): CallOf<S, W> {
  return write('POST', path, who, needs);
}

/** A write that deletes. */
export function del<S extends Schemas, W extends Access = 'buyer'>(
  path: string,
  who: W,
  ...needs: Needs<W>
): CallOf<S, W> {
  return write('DELETE', path, who, needs);
}

/** A rate-limited call. */
export function dear<In, Out, W extends Access>(cost: Cost, call: Call<In, Out, W>): Call<In, Out, W> {
  return { ...call, cost };
}

/** A write without final decisions: the caller's account may come from the cache. */
export function light<In, Out, W extends Access>(call: Call<In, Out, W>): Call<In, Out, W> {
  return { ...call, isLight: true };
}

/** A write that is idempotent by its key. */
export function once<In, Out, W extends Access>(call: Call<In, Out, W>): Call<In, Out, W, true> {
  return { ...call, once: true };
}

/** A read that requires a permission. */
export function need<In, Out, W extends Access>(
  may: PermissionOf<W>,
  call: Call<In, Out, W>,
): Call<In, Out, W> {
  return { ...call, may };
}

/** A staff act that moves money or changes a price: it requires a recent password or code. */
export function sure<In, Out, W extends Desk, Once extends boolean>(
  call: Call<In, Out, W, Once>,
): Call<In, Out, W, Once> {
  return { ...call, sure: true };
}

/** May be made before the desk is open to a person. */
export function whileSettingUp<In, Out, W extends Desk>(call: Call<In, Out, W>): Call<In, Out, W> {
  return { ...call, whileSettingUp: true };
}

/** People of a frozen company may make it too. */
export function whileFrozen<In, Out, W extends Access>(call: Call<In, Out, W>): Call<In, Out, W> {
  return { ...call, whileFrozen: true };
}

/** A cross-origin write whose signature identifies the sender. */
export function signed<In, Out, W extends Access>(call: Call<In, Out, W>): Call<In, Out, W> {
  return { ...call, isSigned: true };
}

/** A call that stays open and answers with server-sent events. */
export function stream<In, W extends Access>(call: Call<In, never, W>): Call<In, never, W> {
  return { ...call, isStream: true };
}
