/** The services that answer the calls of a noun: one line a call, checked against its row. */
import type { Call } from '#lib/contract/call.ts';
import { type AnswerCall, endpoint, type Service } from './endpoint.ts';

/** The answers of a noun's calls, by the name of the call. */
export type Handlers = ReadonlyMap<string, AnswerCall>;

/** Streams and notices have route files of their own. */
type HasOwnFile = { isStream: true } | { isSigned: true };

/** What a call carries as types alone: read by name, so that the compiler compares no schemas. */
type TypesOf<C extends Call> = NonNullable<C['types']>;

/** A service for each call, with its actor, input and output. */
type Services<T extends Readonly<Record<string, Call>>> = {
  [K in keyof T as T[K] extends HasOwnFile ? never : K]: Service<
    TypesOf<T[K]>['read'],
    TypesOf<T[K]>['out'],
    T[K]['who'],
    TypesOf<T[K]>['once']
  >;
};

/** Makes the answers of a noun's calls. A call without a service, or with one that does not fit, does not compile. */
export function handlers<T extends Readonly<Record<string, Call>>>(calls: T, services: Services<T>): Handlers;
export function handlers(
  calls: Readonly<Record<string, Call>>,
  services: Readonly<Record<string, Service<unknown, unknown, Call['who'], boolean>>>,
): Handlers {
  const answers = new Map<string, AnswerCall>();
  for (const [name, service] of Object.entries(services)) {
    const call = calls[name];
    if (call) answers.set(name, endpoint(call, service));
  }
  return answers;
}
