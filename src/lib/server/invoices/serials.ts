/** Our numbers of invoices and red forms at the providers: twenty characters, which every provider takes. */
import { randomInt } from 'node:crypto';
import { dayKey } from '#lib/rules/terms/activity-time.ts';

/** Without letters that are read as digits. */
const signs = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A new serial: the Shanghai day and fourteen random characters. Thousands are made in a millisecond. */
export function newInvoiceSerial(now: Date): string {
  const day = dayKey(now.getTime()).replaceAll('-', '').slice(2);
  return day + Array.from({ length: 14 }, () => signs[randomInt(signs.length)] ?? '0').join('');
}
