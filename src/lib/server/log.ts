import pino from 'pino';
import { env } from './env.ts';

let shared: pino.Logger | undefined;

/** The process's log. Secrets and phones never reach it: they are struck out wherever they stand in an object. */
export function log(): pino.Logger {
  shared ??= pino({
    level: env().LOG_LEVEL,
    redact: {
      paths: ['password', 'phone', 'cookie', 'authorization', 'token'].flatMap((key) => [
        key,
        `*.${key}`,
        `*.*.${key}`,
      ]),
      censor: '[隐]',
    },
  });
  return shared;
}
