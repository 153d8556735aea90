/** Reading the answer 459 in a browser; every page loads it, so it imports no rule of contracts. */
import { fieldOf } from '#lib/rules/terms/field-of.ts';

/** The merchants that a 459 names, joined for the address of /dzht; empty where it names none. */
export function lackingMerchants(data: unknown): string {
  const list = fieldOf(data, 'contracts');
  if (!Array.isArray(list)) return '';
  const ids = list.map((one: unknown) => fieldOf(one, 'merchant_id')).filter((id) => typeof id === 'number');
  return [...new Set(ids)].join(',');
}
