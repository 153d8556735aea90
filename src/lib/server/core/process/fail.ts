import { StartupError } from './env.ts';
import { errorFacts } from './error-facts.ts';
import { failureCode } from './supervised.ts';

/**
 * Prints an operator's mistake as one sentence, a bug with its stack; exits with code 1, or with a code that says the
 * supervisor need not retry.
 */
export function fail(error: unknown): never {
  const isWrongStart = error instanceof StartupError;
  console.error(isWrongStart ? error.message : errorFacts(error));
  process.exit(failureCode(isWrongStart));
}
