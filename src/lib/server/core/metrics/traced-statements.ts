/** Spans of database statements, without a value in them. */
import { AsyncResource } from 'node:async_hooks';
import { SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import pg from 'pg';
import { codeOf } from '../process/error-facts.ts';

const maxLength = 1_000;

/** The statement with its own literals struck out; parameters ($1) are apart from it anyway. */
export function withoutValues(text: string): string {
  return text
    .slice(0, 4 * maxLength)
    .replace(/'(?:[^']|'')*'?/g, '?')
    .replace(/(?<![\w$."])\d[\d.]*/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength);
}

/** `select`, `insert`… as the span's name; statements differ too much to name each. */
function verbOf(text: string): string {
  return /^\s*([a-z]{1,12})/i.exec(text)?.[1]?.toLowerCase() ?? 'statement';
}

function textOf(asked: unknown): string | undefined {
  if (typeof asked === 'string') return asked;
  // Streaming statements (COPY) are handled separately.
  if (typeof asked !== 'object' || asked === null || 'submit' in asked) return undefined;
  return 'text' in asked && typeof asked.text === 'string' ? asked.text : undefined;
}

/** The driver's methods as used here: arguments are passed on unchanged. */
interface Asked {
  query(this: unknown, ...args: unknown[]): unknown;
}
interface Pooled {
  connect(this: unknown, done?: unknown): unknown;
}

/** Makes each statement within a traced request a span of its own. */
export function traceStatements(tracer: Tracer): void {
  const prototype: Asked = pg.Client.prototype;
  const original = prototype.query;
  prototype.query = function query(...args) {
    const text = trace.getActiveSpan() === undefined ? undefined : textOf(args[0]);
    if (text === undefined) return original.apply(this, args);
    const span = tracer.startSpan(verbOf(text), {
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': withoutValues(text) },
    });
    function end(error: unknown): void {
      if (error) {
        const code = codeOf(error);
        // The message may contain values of a row; the code may not.
        if (code !== undefined) span.setAttribute('db.response.status_code', code);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    }
    const last = args.at(-1);
    if (typeof last === 'function') {
      const finished = (error: unknown, ...rest: unknown[]) => {
        end(error);
        Reflect.apply(last, undefined, [error, ...rest]);
      };
      return original.apply(this, [...args.slice(0, -1), finished]);
    }
    const answer = original.apply(this, args);
    if (answer instanceof Promise)
      answer.then(
        () => end(undefined),
        (error) => end(error),
      );
    else end(undefined);
    return answer;
  };

  // A waiting caller is resumed by the request that returns the connection, so it is bound to its own request instead.
  const pools: Pooled = pg.Pool.prototype;
  const connect = pools.connect;
  pools.connect = function connectBound(done) {
    return connect.call(
      this,
      typeof done === 'function'
        ? AsyncResource.bind((...finished: unknown[]) => Reflect.apply(done, undefined, finished))
        : undefined,
    );
  };
}
