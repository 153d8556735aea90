/** Texts as stored: without invisible characters. */

/**
 * Zero-width signs, direction overrides, byte order marks and fillers: they change how a name reads or compares, and
 * show nothing. Variation selectors stay, because some names are written with one.
 */
const invisible = /(?!\p{Variation_Selector})[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const control = /(?![\t\n\r])\p{Cc}/gu;

/** The text without format characters. Control characters stay: a scanner separates values by one. */
export function withoutFormat(text: string): string {
  return text.replace(invisible, '');
}

/** The text without format and control characters; tabs and line ends stay. */
export function withoutHidden(text: string): string {
  return withoutFormat(text).replace(control, '');
}
