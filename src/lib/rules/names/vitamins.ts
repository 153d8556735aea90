/** Vitamins by their short names: VC and 维C for 维生素C. */

/**
 * A letter with its number behind 维 or V, the longest first. No part of a longer word, of 尿素维E and 维C银翘, which are
 * drugs of their own, of 维A酸, nor of 220VA.
 */
const short = /(?<![a-z]|尿素)(?:维|v)(ad|b12|b1|b2|b6|b|c|d2|d3|d|e|k1|k|(?<!\dv)a(?!酸))(?![a-z]|银翘)/g;

/** The folded text with short names of vitamins written out; unchanged without any. */
export function withVitamins(text: string): string {
  return text.replace(short, '维生素$1');
}
