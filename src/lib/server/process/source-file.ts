import { createRequire } from 'node:module';

/**
 * Where a file of the sources lies, also for who asks out of a build: the sources stand beside it, and what is data or
 * a program of its own is read from there.
 */
export function sourceFile(name: `#lib/${string}`): string {
  return createRequire(import.meta.url).resolve(name);
}
