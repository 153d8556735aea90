/**
 * The definition of a call: method, path, who may make it, its cost, its input and output. The rows are with their
 * nouns (`<noun>.ts` or `<noun>/calls.ts`), all of them in api.ts. A browser gets the method and path alone
 * (scripts/calls.ts), so no schema reaches it.
 */

import type { z } from 'zod';
import type { ActKind } from '../rules/companies/act-kinds.ts';
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
 * carts, querying the whole catalogue, asking a provider (a payment by a public link, a signature), drawing from a wheel. The limits are in server/core/rate-limits.ts.
 */
export type Cost = 'match' | 'order' | 'quote' | 'list' | 'upload' | 'link' | 'draw';

export interface Call<
  In = unknown,
  Out = unknown,
  W extends Access = Access,
  Once extends boolean = boolean,
  /** What a service gets: the input, parsed. */
  Read = unknown,
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
  /** Kinds of acts (rules 15) that it may leave to a second person; their rules say which of them. */
  second?: readonly ActKind[];
  /** May be made before the desk is open to a person (rules/staff, nextSetUp); everything else waits until then. */
  whileSettingUp?: boolean;
  /** Repeats of an exempt read do not cancel each other (rules 15). */
  isExempt?: boolean;
  cost?: Cost;
  /**
   * A write without final decisions (a cart, a preview): the caller's account may come from the cache, which lags by
   * some milliseconds at most. For any other write the account is read from the database.
   */
  usesCachedActor?: boolean;
  /** A notice, answered by a route file of its own: see {@link notice}. */
  isSigned?: boolean;
  /** A stream, answered by a route file of its own: see {@link stream}. */
  isStream?: boolean;
  input: z.ZodType;
  output: z.ZodType;
  /** Type-level only. */
  readonly types?: { in: In; out: Out; read: Read; once: Once };
}

/** What a browser needs to send a call: it gets nothing else (scripts/calls.ts). */
export type Sent<In = unknown, Out = unknown> = Pick<Call, 'method' | 'path' | 'isExempt'> & {
  readonly types?: { in: In; out: Out };
};

export function sentOf({ method, path, isExempt }: Sent): Sent {
  return { method, path, ...(isExempt && { isExempt }) };
}

/** What a row says of a call besides its method and path. */
interface Row<I extends z.ZodType, O extends z.ZodType, W extends Access, Once extends boolean>
  extends Pick<Call, 'whileFrozen' | 'isExempt' | 'cost' | 'usesCachedActor' | 'second'> {
  who: W;
  once?: Once;
  may?: PermissionOf<W>;
  sure?: W extends Desk ? boolean : never;
  whileSettingUp?: W extends Desk ? boolean : never;
  input: I;
  output: O;
}

/** A write names its required permission. */
type Needs<W extends Access> = W extends 'all' | 'anyone' ? unknown : { may: PermissionOf<W> };

/** The call of a row. The compiler takes its types from those of the schemas, without comparing whole schemas. */
type CallOf<I extends z.ZodType, O extends z.ZodType, W extends Access, Once extends boolean> = Call<
  z.input<I>,
  z.output<O>,
  W,
  Once,
  z.output<I>
>;

function callOf<I extends z.ZodType, O extends z.ZodType, W extends Access, Once extends boolean>(
  method: Call['method'],
  path: string,
  row: Row<I, O, W, Once>,
): CallOf<I, O, W, Once>;
function callOf(method: Call['method'], path: string, row: Omit<Call, 'method' | 'path'>): Call {
  return { method, path, ...row };
}

/** A read. */
export function get<I extends z.ZodType, O extends z.ZodType, W extends Access>(
  path: string,
  row: Row<I, O, W, false>,
): CallOf<I, O, W, false> {
  return callOf('GET', path, row);
}

/** A write. */
export function post<
  I extends z.ZodType,
  O extends z.ZodType,
  W extends Access,
  Once extends boolean = false,
>(path: string, row: Row<I, O, W, Once> & Needs<W>): CallOf<I, O, W, Once> {
  return callOf<I, O, W, Once>('POST', path, row);
}

/** A write that deletes. */
export function del<I extends z.ZodType, O extends z.ZodType, W extends Access, Once extends boolean = false>(
  path: string,
  row: Row<I, O, W, Once> & Needs<W>,
): CallOf<I, O, W, Once> {
  return callOf<I, O, W, Once>('DELETE', path, row);
}

/** A read that stays open and answers with server-sent events instead of an envelope. */
export function stream<I extends z.ZodType, O extends z.ZodType, W extends Access>(
  path: string,
  row: Row<I, O, W, false>,
): CallOf<I, O, W, false> & { isStream: true } {
  return { ...get(path, row), isStream: true };
}

/** A notice of a provider: a cross-origin write whose signature identifies the sender (rules 8). */
export function notice<I extends z.ZodType, O extends z.ZodType>(
  path: string,
  row: Row<I, O, 'all', false>,
): CallOf<I, O, 'all', false> & { isSigned: true } {
  return { ...post(path, row), isSigned: true };
}
