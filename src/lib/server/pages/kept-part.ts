/** Parts of the frame as text, by the data that they are made of: they go when these do. */
const parts = new WeakMap<object, Map<string, string>>();

/**
 * What `render` made of these data the first time, for every page until there are others (another object).
 *
 * @param name which part of them, and in which form
 */
export async function keptPart(of: object, name: string, render: () => Promise<string>): Promise<string> {
  const known = parts.get(of)?.get(name);
  if (known !== undefined) return known;
  // In one piece: what Astro made is a text of thousands, which each page would gather again.
  const html = Buffer.from(await render()).toString();
  const forms = parts.get(of) ?? new Map<string, string>();
  parts.set(of, forms.set(name, html));
  return html;
}
