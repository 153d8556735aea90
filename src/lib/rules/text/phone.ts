/** Phone numbers and e-mail (rules 13). */
import { withoutHidden } from './one-line.ts';

const mobile = /^1[3-9]\d{9}$/;
const landline = /^0\d{2,3}-?[2-9]\d{6,7}(-\d{1,6})?$/;
const email = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;

/**
 * The stored form of numbers, whatever an address book or a keyboard adds: half width, without blanks, +86, 0086 and
 * 86; a mobile in digits only, a landline as 027-85551234 or 027-85551234-801. Other text is returned in half width
 * without blanks, to be refused.
 */
export function normalizePhone(input: string): string {
  const text = withoutHidden(input.normalize('NFKC'))
    .replace(/[\p{Pd}−]/gu, '-')
    .replace(/[\s.·]/g, '')
    .replace(/^tel:/i, '');
  const home = text.replace(/^\(?(?:\+|00)86\)?-?/, '');
  const digits = home.replace(/[-()]/g, '').replace(/^86(?=1[3-9]\d{9}$)/, '');
  if (mobile.test(digits)) return digits;
  return landlineForm(home, home !== text) ?? home;
}

const areaCode = /^0(?:10|2\d|[3-9]\d{2})/;

/** Area code, number and extension with dashes between; null for what is none. Behind +86 the 0 may be missing. */
function landlineForm(text: string, isAbroad: boolean): string | null {
  const [, number = '', extension = ''] = /^([^转x#]*)(?:转|ext|x|#)(\d{1,6})$/i.exec(text) ?? ['', text];
  const parts = number.split(/[-()]+/).filter((part) => part !== '');
  const first = parts.join('');
  const whole = isAbroad && !first.startsWith('0') ? `0${first}` : first;
  const area = areaCode.exec(whole)?.[0];
  if (area === undefined || !/^\d+$/.test(whole)) return null;
  const rest = whole.slice(area.length);
  // 0571-88886666-801: what is behind the last dash is an extension where the number is whole without it.
  const last = parts.at(-1) ?? '';
  const without = rest.slice(0, rest.length - last.length);
  const isExtension = extension === '' && /^\d{7,8}$/.test(without);
  const own = isExtension ? { number: without, extension: last } : { number: rest, extension };
  const form = `${area}-${own.number}${own.extension === '' ? '' : `-${own.extension}`}`;
  return landline.test(form) ? form : null;
}

/** A typed search text for a person: a phone in its stored form, other texts unchanged. */
export function phoneOrText(input: string): string {
  const phone = normalizePhone(input);
  return isMobile(phone) ? phone : input;
}

/** True for a mainland mobile: 11 digits, the first 1, the second 3–9. */
export function isMobile(text: string): boolean {
  return mobile.test(text);
}

/** True for a mainland mobile or, where a landline will do, one with its area code (0571-88886666-801). */
export function isPhone(text: string): boolean {
  return mobile.test(text) || landline.test(text);
}

/** True for what looks like one e-mail address of plain characters, at most 254 of them. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && email.test(text);
}

/** Hides the middle of a number: 138****0021, 0571****6666. Short text is hidden whole. */
export function maskPhone(phone: string): string {
  if (mobile.test(phone)) return `${phone.slice(0, 3)}****${phone.slice(7)}`;
  const digits = phone.replace(/\D/g, '');
  return digits.length >= 10 ? `${digits.slice(0, 4)}****${digits.slice(-4)}` : '****';
}
