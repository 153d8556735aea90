import { createRequire } from 'node:module';

/**
 * The path of a source file, also from within a build: the sources are deployed next to it, and data files and separate
 * programs are read from there.
 */
export function sourceFile(name: `#lib/${string}` | `#demo/${string}`): string {
  return createRequire(import.meta.url).resolve(name);
}
