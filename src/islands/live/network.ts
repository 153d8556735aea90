import { fieldOf } from '#lib/rules/terms/field-of.ts';

/** Whether the browser says that its network is poor or dear; Safari and Firefox say nothing. */
export function isNetworkPoor(): boolean {
  const connection = fieldOf(navigator, 'connection');
  if (fieldOf(connection, 'saveData') === true) return true;
  return /^(?:slow-2g|2g|3g)$/.test(String(fieldOf(connection, 'effectiveType') ?? ''));
}
