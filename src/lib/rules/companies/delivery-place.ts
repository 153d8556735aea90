/** Whether an address is where a company is licensed: good supply practice (GSP) expects medicines to be sent there. */

/**
 * True where the address is outside the district of the company's licence, so that somebody checks it before shipping.
 * Codes are division codes; one that ends in zeros means the city or province, and an unknown one no place at all.
 */
export function isPlaceToCheck(addressRegion: string, licensedRegion: string): boolean {
  let licensed = licensedRegion.slice(0, 6);
  while (licensed.endsWith('00')) licensed = licensed.slice(0, -2);
  return licensed === '' || !addressRegion.startsWith(licensed);
}

/** The text of the mark. */
export const placeToCheck = '需核对';
export const placeToCheckText =
  '收货地址不在许可证登记的区县，按药品经营质量管理规范（GSP）需核对是否为已登记的仓库；可以下单，商家发货前会与您核对';
/** What the mark says of things that are no medicines: GSP asks nothing of their place. */
export const otherPlaceText = '不在许可证登记的区县，请核对是否为贵企业的收货地址';
