/** Canned answers with fields (rules 21). */

/** The fields that a canned answer may name in braces. */
export const cannedFields = ['公司', '订单号', '客服', '商家'] as const;
export type CannedField = (typeof cannedFields)[number];
export type CannedValues = Readonly<Record<CannedField, string>>;

/** The text with its fields filled in, and the fields that have no value: they stay as they are, to be typed over. */
export function fillCanned(text: string, values: CannedValues): { text: string; missing: CannedField[] } {
  const missing = new Set<CannedField>();
  const filled = text.replaceAll(/\{([^{}\s]{1,10})\}/g, (whole: string, name: string) => {
    const field = cannedFields.find((one) => one === name);
    if (field === undefined) return whole;
    if (values[field] !== '') return values[field];
    missing.add(field);
    return whole;
  });
  return { text: filled, missing: [...missing] };
}

/** A field that does not exist, for the person who writes the answer; null where all do. */
export function findUnknownField(text: string): string | null {
  for (const [, name = ''] of text.matchAll(/\{([^{}\s]{1,10})\}/g))
    if (!cannedFields.some((one) => one === name)) return name;
  return null;
}
