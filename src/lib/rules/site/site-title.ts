/** The name of a shop that has set none, and how texts of the programme take another name. */
export const siteTitle = '药批网';

/** A text of the programme with the shop's own name in it. */
export function inNameOf(shopName: string, text: string): string {
  return shopName === siteTitle ? text : text.replaceAll(siteTitle, shopName);
}
