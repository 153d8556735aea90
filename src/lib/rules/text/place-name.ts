/** The location of an address; each part may be empty. */
export interface FoundPlace {
  country: string;
  province: string;
  city: string;
}

/**
 * The location in words: 广东省 深圳市, 北京市, 美国. Null for none, and for one without a country: addresses for examples, tests
 * and the like.
 */
export function placeName(found: FoundPlace | null): string | null {
  if (found === null || found.country === '') return null;
  const { country, province, city } = found;
  if (country !== '中国') return [country, province].filter(Boolean).join(' ');
  // 北京 北京市 is one place.
  if (province !== '' && city.startsWith(province)) return city;
  return [province, city].filter(Boolean).join(' ') || country;
}
