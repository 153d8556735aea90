/** Business constants of rules 17; durations in milliseconds, lengths in pixels. Widths and gaps stand in the styles. */
export const siteTitle = '药批网';
export const requestTimeout = 30_000;
export const quantityDelay = 200;
export const suggestDelay = 500;
export const searchHistoryTtl = 5_000;
export const scrollRestoreDelay = 100;
export const deleteErrorDelay = 100;
export const navLimit = 9;
export const categoryMenuLimit = 7;
export const footerHelpGroups = 4;
export const cartBadgeCap = 99;
export const cartListFilter = 99_999;
export const stickySearchOffset = 205;
export const showcaseGoods = 3;
export const toastDuration = 3_000;
/** Least quantity in activity lists where none is given. */
export const defaultMinQuantity = 1;
/** Lines taken in one form; one more is refused, never cut (rules 8 asks for at least 300). */
export const maxFormLines = 500;
/** The way to pay that is the company's own wallet; all others are remote. */
export const balanceProvider = 'balance';
/** The way to pay by a transfer from account to account, which a person at the desk confirms. */
export const bankProvider = 'bank';
/** Ids in one call of the offers. */
export const maxOfferIds = 200;
export const listPageSize = 20;
export const maxPageSize = 100;
/** Rows on a page of a desk's list; a file of all that was found is fetched in pages of the largest size. */
export const deskPageSize = 50;
export const maxDeskPageSize = 1_000;
/** Rows that a desk's list counts and can be leafed through; beyond them one narrows the search. */
export const maxDeskRows = 10_000;
export const maxKeywords = 100;
/** Of one file that a buyer sends. */
export const maxUploadBytes = 10 * 1024 * 1024;
/** Pictures and PDFs of one paper. */
export const maxPaperFiles = 10;
/** Cookie that tells a script that someone is logged in; it holds no secret and decides nothing. */
export const hintCookie = 'yp_in';

/** Stands in the browser's storage while the company behind the account sees no prices: their room is not kept. */
export const unpricedKey = 'unpriced';
/** The view of lists that was chosen last in this browser. */
export const listViewKey = 'list-view';
/** What was chosen here and is on its way to the server: whose, a space, the view; no name where nobody was known yet. */
export const listViewSentKey = 'list-view-sent';
/** Cookie of somebody who may set a forgotten password anew. */
export const resetCookie = 'yp_reset';
/** Cookie of the browser that a scan of WeChat belongs to. */
export const wechatCookie = 'yp_wx';
/** Cookie of a session at a desk; the buyers' is another one. */
export const deskCookie = 'yp_desk';
/** Cookie of a device that has logged in before; it opens nothing and is read at the login only. */
export const deviceCookie = 'yp_device';
/** In the session storage: '1' is cleared and the page loads again (rules 12). */
export const reloadFlag = 'yp_reload';

/** Ten-digit timestamps are seconds (rules 17); everything else is milliseconds. */
export function toMillis(timestamp: number): number {
  return timestamp > 0 && timestamp < 1e10 ? timestamp * 1000 : timestamp;
}

/** The cart badge's text: at most 99. */
export function badgeText(total: number): string {
  return String(Math.min(total, cartBadgeCap));
}

/** How the lines of the cart stand (rules/purchase/cart-order). */
export const cartOrderCookie = 'yp_cart_order';
