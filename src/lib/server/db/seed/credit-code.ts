/** Digits of a 统一社会信用代码 (GB 32100-2015); their place is their value. */
const digits = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** A 统一社会信用代码 with correct check digits for an invented company of a region (six-digit division code). */
export function creditCode(regionCode: string, serial: number): string {
  const body = `MA999${String(serial).padStart(3, '0')}`;
  const code = `92${regionCode}${body}${organisationCheck(body)}`;
  const sum = [...code].reduce((total, char, at) => total + digits.indexOf(char) * (3 ** at % 31), 0);
  return code + digits[(31 - (sum % 31)) % 31];
}

/** The check character of an organisation code (GB 11714). */
function organisationCheck(body: string): string {
  const weights = [3, 7, 9, 10, 5, 8, 4, 2];
  const sum = [...body].reduce((total, char, at) => total + Number.parseInt(char, 36) * weights[at]!, 0);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? 'X' : String(check);
}
