/** Parts of the frame as text, by the data that they are made of: they go when these do. */
const parts = new WeakMap<object, Map<string, string>>();

/**
 * The output of `render` for these data, cached for every page until the data object changes.
 *
 * @param name which part of them, and in which form
 */
export async function cachedPart(of: object, name: string, render: () => Promise<string>): Promise<string> {
  const known = parts.get(of)?.get(name);
  if (known !== undefined) return known;
  // Joined: Astro's output has thousands of pieces, which each page would join again.
  const html = Buffer.from(await render()).toString();
  const forms = parts.get(of) ?? new Map<string, string>();
  parts.set(of, forms.set(name, html));
  return html;
}
