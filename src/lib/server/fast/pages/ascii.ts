/**
 * Converts the server's code to ASCII: V8 stores a file with any other letter in it at two bytes for each of its
 * letters.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A non-ASCII letter, with the backslash before it if there is one; any other escape unchanged. */
const letters = /\\[^\u0080-\uffff]|\\?([\u0080-\uffff])/g;

/** The same code with non-ASCII letters escaped: they occur in strings, patterns, names and comments only. */
export function inAscii(code: string): string {
  return code.replace(letters, (found, letter: string | undefined) =>
    letter === undefined ? found : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Writes the modules of a folder so. */
export function writeAscii(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.mjs')) continue;
    const file = path.join(folder, name);
    const code = readFileSync(file, 'utf8');
    const ascii = inAscii(code);
    if (ascii !== code) writeFileSync(file, ascii);
  }
}
