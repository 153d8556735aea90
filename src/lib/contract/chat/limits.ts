/** Limits of chat that forms show; no zod, so that islands may read them. */

/** Files of one message. */
export const maxChatFiles = 6;
/** Messages on one page of history. */
export const chatPageSize = 40;
/** Characters of a search. */
export const maxChatSearch = 50;
/** The id of the platform's service in the place of a merchant's. */
export const platformService = 0;
