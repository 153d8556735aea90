/** Texts of one line as they are stored: without what nobody sees. */

/** Zero-width signs, direction overrides, byte order marks: they change how a name reads or compares, and show nothing. */
const format = /\p{Cf}/gu;

/** The text without format characters. */
export function withoutFormat(text: string): string {
  return text.replace(format, '');
}
