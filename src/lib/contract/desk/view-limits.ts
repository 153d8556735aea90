/** Limits of saved views, which the browser knows too. */

/** Characters of a view's name. */
export const maxViewName = 30;
/** Views of one person in one list. */
export const maxViews = 30;
