/** Digits of a 统一社会信用代码 (GB 32100-2015); their place is their value. */
const digits = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** A 统一社会信用代码 with correct check digits for an invented company of a region (six-digit division code). */
export function creditCode(regionCode: string, serial: number): string {
  // Eight places: the demo's own are few, grown companies count beyond them.
  const body = `MA${String(serial < 1000 ? 999_000 + serial : serial).padStart(6, '0')}`;
  const code = `92${regionCode}${body}${organisationCheck(body)}`;
  const sum = [...code].reduce((total, char, at) => total + digits.indexOf(char) * (3 ** at % 31), 0);
  return code + digits[(31 - (sum % 31)) % 31];
}

/** The check character of an organisation code (GB 11714). */
function organisationCheck(body: string): string {
  let sum = 0;
  for (const [at, weight] of [3, 7, 9, 10, 5, 8, 4, 2].entries())
    sum += Number.parseInt(body.charAt(at), 36) * weight;
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? 'X' : String(check);
}
