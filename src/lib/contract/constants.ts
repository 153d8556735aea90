/** Business constants of rules 17; durations in milliseconds, lengths in pixels. Widths and gaps are in the styles. */
export { siteTitle } from '../rules/site/site-title.ts';
export const requestTimeout = 30_000;
export const quantityDelay = 200;
/** A typed number that would be changed waits so long for its next figure. */
export const typingDelay = 1_000;
export const suggestDelay = 500;
export const searchHistoryTtl = 5_000;
export const scrollRestoreDelay = 100;
export const deleteErrorDelay = 100;
export const drawerDelay = 200;
/** Fading out of the popup of the wheel. */
export const lotteryFade = 1_000;
/** The open cart drawer, as `--drawer` in base.css. */
export const drawerWidth = 310;
/** Stores of a head office that one call opens. */
export const openedAtOnce = 50;
export const navLimit = 9;
export const categoryMenuLimit = 7;
export const footerHelpGroups = 4;
export const cartBadgeCap = 99;
export const cartListFilter = 99_999;
export const stickySearchOffset = 205;
export const showcaseGoods = 3;
/** Orders that one call receives at most, and that the page of parcels shows. */
export const maxReceivedAtOnce = 100;
/** Scanned codes of one receipt at most. */
export const maxScannedAtOnce = 500;
export const toastDuration = 3_000;
/** Default least quantity in activity lists. */
export const defaultMinQuantity = 1;
/** Most lines of one form; one more is refused, never cut (rules 8 requires at least 300). */
export const maxFormLines = 500;
/** The way to pay with the company's balance; all others are remote. */
export const balanceProvider = 'balance';
/** The way to pay by bank transfer, which a person at the desk confirms. */
export const bankProvider = 'bank';
/** Most ids in one call of the offers. */
export const maxOfferIds = 200;
export const listPageSize = 20;
export const maxPageSize = 100;
/** Rows on a page of a desk's list; a file of all results is fetched in pages of the largest size. */
export const deskPageSize = 50;
export const maxDeskPageSize = 1_000;
/** Most rows that a desk's list counts and pages through; above it the search has to be narrowed. */
export const maxDeskRows = 10_000;
/** Rows of an act on many rows of a desk's list that are done before the answer; more are a run of the server. */
export const bulkSlice = 50;
export const maxKeywords = 100;
/** Bytes of one file that a buyer uploads. */
export const maxUploadBytes = 10 * 1024 * 1024;
/** Pictures and PDFs of one document. */
export const maxPaperFiles = 10;
/** Cookie that tells a script that someone is logged in; it has no secret and decides nothing. */
export const hintCookie = 'yp_in';

/** Set in the browser's storage while the account's company sees no prices: no room is reserved for them. */
export const unpricedKey = 'unpriced';
/** The view of lists that was last chosen in this browser. */
export const listViewKey = 'list-view';
/** The chosen view that is being sent to the server: user, a space, the view; no user before one is known. */
export const listViewSentKey = 'list-view-sent';
/** Set in localStorage while messages of chat wait to be sent. */
export const chatWaitsKey = 'chat-waits';
/** Cookie of a person who may reset a forgotten password. */
export const resetCookie = 'yp_reset';
/** Cookie of the browser that a scan of WeChat belongs to. */
export const wechatCookie = 'yp_wx';
/** Cookie of a desk session; separate from the buyers'. */
export const deskCookie = 'yp_desk';
/** Cookie of a device that has logged in before; it grants no access and is read at the login only. */
export const deviceCookie = 'yp_device';
/** In the session storage: '1' is removed and the page reloads (rules 12). */
export const reloadFlag = 'yp_reload';

/** Ten-digit timestamps are seconds (rules 17); everything else is milliseconds. */
export function toMillis(timestamp: number): number {
  return timestamp > 0 && timestamp < 1e10 ? timestamp * 1000 : timestamp;
}

/** The cart badge's text: at most 99. */
export function badgeText(total: number): string {
  return String(Math.min(total, cartBadgeCap));
}

/** The order of the cart's lines (rules/purchase/cart-order). */
export const cartOrderCookie = 'yp_cart_order';
/** Merchants of the cart in the places where they were last shown: ids with a hyphen between. */
export const cartPlacesCookie = 'yp_cart_places';

/** Rows of a set of changes that a page shows at once. */
export const changeRowsShown = 100;

/** The choice of all stores at once, with their head office. */
export const allStores = 'all';
