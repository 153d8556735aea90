/** Addresses in one line. */

export interface Division {
  province: string;
  city: string;
  district: string;
}

/** A level that only fills the table of divisions: municipalities and counties under a province have no city. */
export function isFillerDivision(name: string): boolean {
  return name === '市辖区' || name === '县' || /直辖县级行政(?:区划|单位)$/.test(name);
}

/** 湖北省武汉市洪山区; a level that fills the table, or has the name of the one before, is left out: 湖北省仙桃市, 北京市朝阳区. */
export function regionText({ province, city, district }: Division): string {
  return [province, city, district]
    .filter((name) => name !== '' && !isFillerDivision(name))
    .filter((name, at, names) => name !== names[at - 1])
    .join('');
}

/** The same with the street. */
export function addressText({ detail, ...division }: Division & { detail: string }): string {
  return `${regionText(division)}${detail}`;
}

/** The location of an address; each part may be empty. */
interface FoundPlace {
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
