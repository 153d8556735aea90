/**
 * The one way from HTTP to a service and back: origin → actor → permission → key → body → schema → share → service →
 * envelope (rules 8). Each noun names the services of its calls in a file `handlers.ts`.
 */
import type { z } from 'zod';
import type { Access, Call } from '#lib/contract/call.ts';
import { parseSent } from '#lib/contract/decode.ts';
import { AppError, type Envelope, type FieldErrors, statusOf } from '#lib/contract/errors.ts';
import { takesFile } from '#lib/contract/takes-file.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { whileFilling, whileWriting } from '../../cache/buyer-entries.ts';
import { getDb } from '../../db/client.ts';
import { jsonOf } from '../../fast/json-text.ts';
import type { AskedCall } from '../asked-call.ts';
import { readInput } from '../body.ts';
import type { Actors, CallContext, OnceContext } from '../context.ts';
import { type ExpectedBody, plainBytes, uploadBytes } from '../expected-body.ts';
import { senderKey } from '../process/client-address.ts';
import { currentTime } from '../process/clock.ts';
import { faultOf } from '../process/database-faults.ts';
import { env } from '../process/env.ts';
import { log } from '../process/log.ts';
import { withinLimit } from '../rate-limits.ts';
import { forgetAccount } from '../sessions/session.ts';
import { checkAnswer } from './check-answer.ts';
import { guardCall, readKey } from './guard.ts';
import { isOwnOrigin } from './origin.ts';
import { type ReadyAnswer, responseOf } from './ready-answer.ts';

/** A use case as a call reaches it: the parsed input in, the output out. */
export type Service<In, Out, W extends Access, Once extends boolean> = (
  context: CallContext<W> & (Once extends true ? OnceContext<W> : unknown),
  input: In,
) => Promise<Out>;

/**
 * Headers that are created when one is set: few calls set any. A getter in the literal of a context would not do: V8
 * allocates its closure among the old objects, and there it holds the whole call alive until those are collected.
 */
class LateHeaders implements Pick<Headers, 'append' | 'set'> {
  made: Headers | undefined;

  append(name: string, value: string): void {
    this.made ??= new Headers();
    this.made.append(name, value);
  }

  set(name: string, value: string): void {
    this.made ??= new Headers();
    this.made.set(name, value);
  }
}

/** Answers a call, with or without a web Request. Never throws: a refusal is an answer. */
export type AnswerCall = (asked: AskedCall) => Promise<ReadyAnswer>;

/**
 * Makes the answer of a call from its row and its service. AppErrors become their code and sentence;
 * anything else is logged with the request id and answered 500 without details.
 */
export function endpoint<In, Out, W extends Access, Once extends boolean, Read>(
  call: Call<In, Out, W, Once, Read>,
  service: Service<Read, Out, W, Once>,
): AnswerCall {
  const schema = call.input;
  const bodyLimit = takesFile(schema) ? uploadBytes : plainBytes;
  return async (asked) => {
    const { request, locals } = asked;
    const headers = new LateHeaders();
    try {
      if (call.method !== 'GET' && !isOwnOrigin(request)) {
        throw new AppError(403, '请求来源不被允许');
      }
      const actor = await guardCall(call, locals);
      const key = readKey(call, request.headers);
      const account = 'account' in actor ? actor.account : null;
      const address = locals.clientAddress;
      const network = senderKey(address, request.headers);
      locals.expectBody?.(expectedOf(actor, network, bodyLimit));
      // A slow body must not hold a slot that others wait for.
      const input = parse(schema, await readInput(asked));
      // The row's schema made the input, so it is what the service takes.
      const given = [
        {
          db: getDb(),
          now: currentTime(),
          actor,
          key,
          requestId: locals.requestId,
          asks: call.second ?? [],
          clientAddress: address,
          headers: request.headers,
          answerHeaders: headers,
        },
        input,
      ] as unknown as Parameters<typeof service>;
      const serve = () => service(...given);
      const data = await withinLimit(call, { account, address: network }, () => {
        if (account === null || call.method === 'GET') return serve();
        return (call.usesCachedActor ? whileFilling : whileWriting)(account, serve);
      });
      if (env().CHECK_ANSWERS) checkAnswer(call, data);
      return answer(200, 'ok', data, headers.made);
    } catch (error) {
      return refusal(error, headers.made, locals.requestId);
    } finally {
      if (call.method !== 'GET' && !call.usesCachedActor) forgetAccount(request.headers);
    }
  };
}

function parse<S extends z.ZodType>(schema: S, sent: unknown): z.output<S> {
  const result = parseSent(schema, sent);
  if (result.success) return result.data;
  const errors: FieldErrors = {};
  for (const issue of result.error.issues) {
    const field = issue.path.join('.') || 'form';
    errors[field] ??= [];
    errors[field].push(issue.message);
  }
  throw new AppError(422, result.error.issues[0]?.message, { errors });
}

/** The envelope as a response; the HTTP status is the code where that is a valid status. */
function answer(code: number, message: string, data: unknown, own?: Headers): ReadyAnswer {
  const body: Envelope<unknown> = { code, message, data: data ?? null };
  const headers: ReadyAnswer['headers'] = {
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  };
  if (own !== undefined) {
    for (const [name, value] of own) if (name !== 'content-type') headers[name] = value;
    const cookies = own.getSetCookie();
    if (cookies.length > 0) headers['set-cookie'] = cookies;
  }
  return { status: statusOf(code), headers, body: jsonOf(body) };
}

/** Turns any thrown value into an envelope. `own` are headers for the response. */
function refusal(error: unknown, own: Headers | undefined, requestId: string): ReadyAnswer {
  if (error instanceof AppError) {
    const refused = answer(error.code, error.message, error.data, own);
    const retryAfter = fieldOf(error.data, 'retry_after');
    if (retryAfter) refused.headers['retry-after'] = String(retryAfter);
    return refused;
  }
  // The database is down, silent, full or contended: not our fault, and temporary.
  const fault = faultOf(error);
  const code = fault === undefined ? 500 : 503;
  log().error({ err: error, requestId, fault }, fault === undefined ? 'unexpected error' : 'database error');
  const refused = answer(code, new AppError(code).message, null, own);
  if (fault !== undefined) refused.headers['retry-after'] = '3';
  return refused;
}

/** Any thrown value as a Response with its envelope and these headers. */
export function refuse(error: unknown, requestId: string, headers?: Headers): Response {
  return responseOf(refusal(error, headers, requestId));
}

// In which share the body of a call is read.

/** The share of a call's body. `network` is the key of a visitor. */
function expectedOf(actor: Actors['all' | 'staff'], network: string, limit: number): ExpectedBody {
  if (actor.kind === 'visitor') return { sender: 'visitor', key: network, limit };
  const key = actor.kind === 'buyer' ? `company ${actor.account.companyId}` : `staff ${actor.name}`;
  return { sender: 'member', key, limit };
}
