import pino from 'pino';
import { env } from './env.ts';
import { errorFacts, masked } from './error-facts.ts';

const secrets = [
  'password',
  'phone',
  'cookie',
  'authorization',
  'token',
  'username',
  'receiver',
  'params',
  'appSecret',
  'openid',
];

let shared: pino.Logger | undefined;

/**
 * The process's log. It never contains personal data or credentials: such fields are removed wherever they are in an
 * object, errors are reduced to facts without values, and phone numbers are masked in the finished line.
 */
export function log(): pino.Logger {
  shared ??= pino({
    level: env().LOG_LEVEL,
    redact: {
      paths: secrets.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]),
      censor: '[隐]',
    },
    serializers: { err: errorFacts, error: (value) => (value instanceof Error ? errorFacts(value) : value) },
    hooks: {
      streamWrite: masked,
      logMethod(args, method) {
        Reflect.apply(method, this, withSentence(args));
      },
    },
  });
  return shared;
}

/** Pino uses an error's own message, values included, for a line without a message. */
function withSentence(args: readonly unknown[]): readonly unknown[] {
  const [first, ...rest] = args;
  const said = rest.length > 0 ? rest : ['an error'];
  if (first instanceof Error) return [{ err: first }, ...said];
  const holdsError = typeof first === 'object' && first !== null && 'err' in first;
  return holdsError ? [first, ...said] : args;
}
