/** Names of XML without the prefix of their namespace. */

export function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

/** The decoded value of the attribute with a local name. */
export function attributeOf(
  attributes: Record<string, string>,
  wanted: string,
  decode: (text: string) => string,
): string | undefined {
  for (const [name, text] of Object.entries(attributes)) if (localName(name) === wanted) return decode(text);
  return undefined;
}
