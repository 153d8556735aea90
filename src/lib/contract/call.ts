/**
 * What a call is: method, path, who may make it and what it costs. The rows stand with their nouns (`<noun>/calls.ts`),
 * all of them in table/api.ts. Types only of the schemas, so no schema reaches the browser.
 */

import type { z } from 'zod';
import type { Permission } from '../rules/companies/roles.ts';
import type { StaffPermission } from '../rules/companies/staff.ts';

/** Calls of the desks: for the platform's staff, for a merchant's, for both. Nobody else learns that they are there. */
export type Desk = 'platform' | 'merchant' | 'staff';

/** all: visitors and buyers of the shop. anyone: the same answer to all of them, who asks is not looked up. */
export type Access = 'all' | 'anyone' | 'buyer' | Desk;

/** What a role must allow, in the words of those whose call it is. */
export type PermissionOf<W extends Access> = W extends 'buyer'
  ? Permission
  : W extends Desk
    ? StaffPermission
    : never;

/**
 * What makes a call dear, so that one company gets no more than its share of it: matching purchase lists, placing
 * orders, quoting whole carts, asking the whole catalogue, paying by a link
 * that anybody may have. The shares stand in server/shares/limits.ts.
 */
export type Cost = 'match' | 'order' | 'quote' | 'list' | 'upload' | 'link';

export interface Call<
  In = unknown,
  Out = unknown,
  W extends Access = Access,
  Once extends boolean = boolean,
> {
  method: 'GET' | 'POST' | 'DELETE';
  /** `{name}` stands for a value of the input. */
  path: string;
  who: W;
  /** What the role of the member or of the person at the desk must allow; without it a call is open to every role. */
  may?: PermissionOf<W>;
  /** People of a frozen company may make it too. Everything else for buyers is closed to them. */
  whileFrozen?: boolean;
  /** A write that a repeat does not make a second time: it needs an Idempotency-Key (rules 5). */
  once?: Once;
  /** Moves money or changes a price: staff have given their password or code shortly before, or are asked for it. */
  sure?: boolean;
  /** May be made before the desk is open to a person (rules/staff, nextSetUp); everything else waits until then. */
  whileSettingUp?: boolean;
  /** Repeats of an exempt read do not cancel each other (rules 15). */
  isExempt?: boolean;
  /** Writes of another origin are refused, but for signed notifications (rules 8). */
  isSigned?: boolean;
  cost?: Cost;
  /**
   * A write that decides nothing for good (a cart, a preview): who asks is known by what the process keeps, which is some
   * milliseconds behind at most. Any other write reads it anew.
   */
  isLight?: boolean;
  /** Stays open and answers with server-sent events instead of an envelope. */
  isStream?: boolean;
  /** Type-level only. */
  readonly types?: { in: In; out: Out };
}

/** What a browser needs of a call to send it: all that it is given (scripts/calls.ts). */
export type Sent<In = unknown, Out = unknown> = Pick<Call<In, Out>, 'method' | 'path' | 'isExempt' | 'types'>;

export function sentOf({ method, path, isExempt }: Sent): Sent {
  return { method, path, ...(isExempt && { isExempt }) };
}

/** What a call takes and answers. */
export interface Schemas {
  input: z.ZodType;
  output: z.ZodType;
}

/** The call of these schemas: it takes what the input's schema takes, and answers what the output's does. */
export type CallOf<S extends Schemas, W extends Access = Access, Once extends boolean = boolean> = Call<
  z.input<S['input']>,
  z.output<S['output']>,
  W,
  Once
>;

/** The schemas of a call: a schema of other types is not one of them. */
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

/** A write names the permission that it needs. */
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

/** A write that takes away. */
export function del<S extends Schemas, W extends Access = 'buyer'>(
  path: string,
  who: W,
  ...needs: Needs<W>
): CallOf<S, W> {
  return write('DELETE', path, who, needs);
}

/** A call of which one company gets no more than its share. */
export function dear<In, Out, W extends Access>(cost: Cost, call: Call<In, Out, W>): Call<In, Out, W> {
  return { ...call, cost };
}

/** A write that decides nothing for good: it takes who asks as a read does. */
export function light<In, Out, W extends Access>(call: Call<In, Out, W>): Call<In, Out, W> {
  return { ...call, isLight: true };
}

/** A write that a repeat does not make a second time. */
export function once<In, Out, W extends Access>(call: Call<In, Out, W>): Call<In, Out, W, true> {
  return { ...call, once: true };
}

/** A read that not every role may make. */
export function need<In, Out, W extends Access>(
  may: PermissionOf<W>,
  call: Call<In, Out, W>,
): Call<In, Out, W> {
  return { ...call, may };
}

/** An act of staff that moves money or changes a price: it wants their password or code of a short time before. */
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

/** A write of another origin, whose signature says who sends it. */
export function signed<In, Out, W extends Access>(call: Call<In, Out, W>): Call<In, Out, W> {
  return { ...call, isSigned: true };
}

/** A call that stays open and answers with server-sent events. */
export function stream<In, W extends Access>(call: Call<In, never, W>): Call<In, never, W> {
  return { ...call, isStream: true };
}
