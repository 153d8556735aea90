/** The AUTH_SECRET of the shop of browser tests. */
export const e2eSecret = 'a secret for tests, thirty-two characters';
