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

/** A merchant's address: its street may begin with province and city already. */
export function merchantAddress({
  province,
  city,
  street,
}: Pick<Division, 'province' | 'city'> & { street: string }): string {
  return street.startsWith(province) ? street : addressText({ province, city, district: '', detail: street });
}

/** A name without its kind: 湖北省 → 湖北, 广西壮族自治区 → 广西; as it is where too little is left. */
function bareName(name: string): string {
  const bare = name.replace(/(?:(?:维吾尔|壮族|回族)?自治区|省|市|地区|盟|区|县)$/, '');
  return bare.length < 2 ? name : bare;
}

/** The text itself, and what is behind a name at its beginning. */
function behind(text: string, name: string): string[] {
  const bare = bareName(name);
  if (!text.startsWith(bare)) return [text];
  const rests = [text, text.slice(bare.length)];
  return bare !== name && text.startsWith(name) ? [...rests, text.slice(name.length)] : rests;
}

/**
 * The district at the beginning of a text: 湖北省武汉市江岸区, 武汉江岸区, 湖北/武汉/江岸, also before a street. The longest match counts; many:
 * several districts match equally. `regions` of one province and city follow each other.
 */
export function findInRegions<Region extends Division>(
  regions: Iterable<Region>,
  input: string,
): Region | 'none' | 'many' {
  const text = input
    .normalize('NFKC')
    .replace(/[\s/\\,、·>|-]/g, '')
    .replace('市辖区', '');
  let found: Region | 'none' | 'many' = 'none';
  let most = 0;
  let last: Division | undefined;
  let rests: string[] = [];
  for (const region of regions) {
    if (last?.province !== region.province || last.city !== region.city)
      rests = behind(text, region.province).flatMap((rest) => behind(rest, region.city));
    last = region;
    for (const rest of rests) {
      const isWhole = rest.startsWith(region.district);
      if (!isWhole && (rest === '' || rest !== bareName(region.district))) continue;
      const length = isWhole ? text.length - rest.length + region.district.length : text.length;
      if (length < most || (length === most && found === region)) continue;
      found = length === most ? 'many' : region;
      most = length;
    }
  }
  return found;
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
