import { shopField, shopKeys } from '#lib/server/core/process/shop-fields.ts';

/** The settings of a real shop's identity: the example of each. */
export const shopSettings: Record<string, string> = Object.fromEntries(
  shopKeys.map((key) => [key, shopField(key).example]),
);
