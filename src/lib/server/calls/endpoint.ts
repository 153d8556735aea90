/**
 * The one way from HTTP to a service and back: origin → actor → permission → key → body → schema → share → service → envelope (rules 8).
 * A route file holds one line a method: `export const POST = endpoint(api.login, schemas.login, logIn);`
 */
import type { APIRoute } from 'astro';
import type { z } from 'zod';
import type { Access, Call, Schemas } from '#lib/contract/call.ts';
import { parseSent } from '#lib/contract/decode.ts';
import { AppError, type Envelope, type FieldErrors, statusOf } from '#lib/contract/errors.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import type { CallContext, OnceContext } from '../context.ts';
import { getDb } from '../db/client.ts';
import { faultOf } from '../db/faults.ts';
import { env } from '../process/env.ts';
import { jsonOf } from '../process/json-text.ts';
import { log } from '../process/log.ts';
import { readInput } from '../requests/body.ts';
import { inShare } from '../shares/limits.ts';
import { checkAnswer } from './check-answer.ts';
import { guardCall, readKey } from './guard.ts';

import { isOwnOrigin } from './origin.ts';
import { respond } from './ready-bodies.ts';

type Service<In, Out, W extends Access, Once extends boolean> = (
  context: CallContext<W> & (Once extends true ? OnceContext<W> : unknown),
  input: In,
) => Promise<Out>;

/** Nothing where the schemas take and answer just what the call does; else no schemas are these. */
type Tied<S extends Schemas, In, Out> = [z.input<S['input']>, z.output<S['output']>] extends [In, Out]
  ? [In, Out] extends [z.input<S['input']>, z.output<S['output']>]
    ? unknown
    : never
  : never;

/**
 * Makes an Astro route handler of a call, its schemas and a service. AppErrors become their code and sentence;
 * anything else is logged with the request id and answered 500 without a detail.
 */
export function endpoint<In, Out, S extends Schemas, W extends Access, Once extends boolean>(
  call: Call<In, Out, W, Once>,
  schemas: S & Tied<S, In, Out>,
  service: Service<z.output<S['input']>, Out, W, Once>,
): APIRoute {
  const schema: S['input'] = schemas.input;
  return async (astro) => {
    const answerHeaders = new Headers({ 'cache-control': 'no-store' });
    try {
      if (call.method !== 'GET' && !isOwnOrigin(astro.request)) {
        throw new AppError(403, '请求来源不被允许');
      }
      const actor = await guardCall(call, astro.locals);
      const key = readKey(call, astro.request.headers);
      const account = 'account' in actor ? actor.account : null;
      const address = astro.locals.clientAddress;
      // A body that comes slowly holds no turn that others wait for.
      const input = parse(schema, await readInput(astro));
      const data = await inShare(call, { account, address }, () =>
        service(
          {
            db: getDb(),
            now: new Date(),
            actor,
            key,
            requestId: astro.locals.requestId,
            clientAddress: address,
            headers: astro.request.headers,
            answerHeaders,
          } as Parameters<typeof service>[0],
          input,
        ),
      );
      if (env().CHECK_ANSWERS) checkAnswer(call, schemas.output, data);
      return answer(200, 'ok', data, answerHeaders);
    } catch (error) {
      return refuse(error, answerHeaders, astro.locals.requestId);
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

/** The envelope as a response; the HTTP status is the code where it is one. */
export function answer(code: number, message: string, data: unknown, headers = new Headers()): Response {
  headers.set('content-type', 'application/json; charset=utf-8');
  const body: Envelope<unknown> = { code, message, data: data ?? null };
  return respond(jsonOf(body), { status: statusOf(code), headers });
}

/** Turns whatever was thrown into an envelope. */
export function refuse(error: unknown, headers: Headers, requestId: string): Response {
  if (error instanceof AppError) {
    const retryAfter = fieldOf(error.data, 'retry_after');
    if (retryAfter) headers.set('retry-after', String(retryAfter));
    return answer(error.code, error.message, error.data, headers);
  }
  // The database is away, silent, full or contended: not our mistake, and over before long.
  const fault = faultOf(error);
  const code = fault === undefined ? 500 : 503;
  if (fault !== undefined) headers.set('retry-after', '3');
  log().error({ err: error, requestId, fault }, fault === undefined ? 'unexpected error' : 'database error');
  return answer(code, new AppError(code).message, null, headers);
}
