/**
 * The program that makes one PDF and ends; see make-book.ts. Its input is what `make` reads; it writes a line feed when
 * it has all of it, then the PDF.
 */
import { buffer } from 'node:stream/consumers';

export type { BookOrder } from './book.ts';

// A library that logs would write into the output.
console.log = console.warn = console.info = () => {};

const input = await buffer(process.stdin);
process.stdout.write('\n');
// Some hundred modules: on a busy machine they would take the time in which a program has to have begun.
const { make } = await import('./make.ts');
process.stdout.write(await make(input));
