/** Phone numbers and e-mail (rules 13). */

const mobile = /^1[3-9]\d{9}$/;
const landline = /^0\d{2,3}-?[2-9]\d{6,7}(-\d{1,6})?$/;
const email = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** The form in which numbers are stored: half width, no spaces, no +86. */
export function normalizePhone(input: string): string {
  return input
    .normalize('NFKC')
    .replace(/\s/g, '')
    .replace(/^\+86-?/, '');
}

/** True for a mainland mobile: 11 digits, the first 1, the second 3–9. */
export function isMobile(text: string): boolean {
  return mobile.test(text);
}

/** True for a mainland mobile or, where a landline will do, one with its area code (0571-88886666-801). */
export function isPhone(text: string): boolean {
  return mobile.test(text) || landline.test(text);
}

/** True for what looks like an e-mail address, at most 254 characters. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && email.test(text);
}

/** Hides the middle of a number: 138****0021, 0571****6666. Short text is hidden whole. */
export function maskPhone(phone: string): string {
  if (mobile.test(phone)) return `${phone.slice(0, 3)}****${phone.slice(7)}`;
  const digits = phone.replace(/\D/g, '');
  return digits.length >= 10 ? `${digits.slice(0, 4)}****${digits.slice(-4)}` : '****';
}
