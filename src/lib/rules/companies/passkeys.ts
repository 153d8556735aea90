/** Bounds of passkeys (docs/rules.md 2). */

/** Most passkeys of one person. */
export const mostPasskeys = 10;

/** From the challenge to the response, ms. */
export const passkeyTtl = 5 * 60_000;

/** Keys that are taken, as COSE numbers them, the best first: EdDSA, ES256, RS256. */
export const passkeyAlgorithms = [-8, -7, -257] as const;
