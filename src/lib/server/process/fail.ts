import { StartupError } from './env.ts';
import { errorFacts } from './error-facts.ts';
import { failureCode } from './supervised.ts';

/**
 * Shows a mistake of the operator as one sentence, a mistake of ours with its stack; ends with code 1, or tells the
 * supervisor why it need not try again.
 */
export function fail(error: unknown): never {
  const isWrongStart = error instanceof StartupError;
  console.error(isWrongStart ? error.message : errorFacts(error));
  process.exit(failureCode(isWrongStart));
}
