/**
 * Islands of every page that look the same until they are hydrated: rendered once a process, written again for each
 * page. `cached-islands-plugin.ts` puts this before Astro's own renderer.
 */

/** Where Astro writes rendered output: instructions for the scripts that a page needs, and HTML. */
interface Destination {
  write(chunk: unknown): void;
}

interface Rendered {
  render(destination: Destination): unknown;
}

/** HTML with gaps for each island's own values, and the preceding instructions to Astro. */
interface CachedIsland {
  instructions: readonly unknown[];
  beforePrefix: string;
  beforeId: string;
  end: string;
}

type Props = Record<string, unknown>;

/** What a component declares about its HTML before hydration. */
interface Component {
  /** It depends on its properties only, not on the time. */
  isStill?: boolean;
  /** Its `id` is not visible. */
  hidesId?: boolean;
}

/** Number of islands written on a page: React's ids of each begin with a prefix of its own. */
const counts = new WeakMap<object, number>();

/** A prefix for the next island of this page. */
export function nextPrefix(page: object): string {
  const nth = counts.get(page) ?? 0;
  counts.set(page, nth + 1);
  // The other renderer's begin with an r.
  return `i${nth}`;
}

/** Most cached forms of one component. */
const maxForms = 50;
const cached = new WeakMap<object, Map<string, CachedIsland | null>>();

/**
 * An island as Astro's `render` would make it.
 *
 * @param page Astro's state of the page being rendered
 * @param props the island's own and its directive
 * @param html makes HTML of a text, as Astro marks it
 */
export async function renderIsland(
  page: object,
  component: unknown,
  props: Props,
  slots: object,
  render: () => Promise<Rendered>,
  html: (text: string) => unknown,
): Promise<Rendered> {
  const isOwn = typeof component === 'function' && Object.keys(slots).length === 0;
  const form = isOwn ? formOf(component, props) : undefined;
  if (!isOwn || form === undefined) return render();
  const forms = cached.get(component) ?? new Map<string, CachedIsland | null>();
  cached.set(component, forms);
  const known = forms.get(form);
  if (known) return written(known, props, nextPrefix(page), html);
  const fresh = await render();
  if (known === null || forms.size >= maxForms) return fresh;
  const chunks: unknown[] = [];
  await fresh.render({ write: (chunk) => chunks.push(chunk) });
  forms.set(form, partsOf(chunks, props));
  return { render: (destination) => chunks.forEach((chunk) => void destination.write(chunk)) };
}

/** The properties that determine its HTML; undefined where other things do, or they are not plain values. */
function formOf(component: object, props: Props): string | undefined {
  const { isStill, hidesId }: Component = component;
  if (!isStill) return undefined;
  let form = '';
  for (const [name, value] of Object.entries(props)) {
    if (name === 'id' && hidesId && typeof value === 'number') continue;
    if (typeof value === 'object' || typeof value === 'function' || typeof value === 'symbol')
      return undefined;
    form += `${name}=${JSON.stringify(value)} `;
  }
  return form;
}

/**
 * The HTML cut at the island's own values; null where they occur elsewhere too, or it is not an island with a prefix.
 */
function partsOf(chunks: readonly unknown[], props: Props): CachedIsland | null {
  const text = String(chunks.at(-1));
  const mark = ' prefix="';
  const tag = text.startsWith('<astro-island ') ? text.slice(0, text.indexOf('>')) : '';
  const from = tag.indexOf(mark) + mark.length;
  const prefix = tag.includes(mark) ? /^(\w+)"/.exec(tag.slice(from))?.[1] : undefined;
  // React's ids of the island begin with its prefix.
  if (prefix === undefined || text.includes(`_${prefix}`)) return null;
  const start = tag.slice(0, from + prefix.length);
  const beforePrefix = tag.slice(0, from);
  const rest = text.slice(start.length);
  const id = typeof props.id === 'number' ? idText(props.id) : undefined;
  const [beforeId = '', end, ...more] = id === undefined ? [rest, ''] : rest.split(id);
  if (end === undefined || more.length > 0) return null;
  return { instructions: chunks.slice(0, -1), beforePrefix, beforeId, end };
}

/** Astro's notation of a number among an island's properties. */
function idText(id: number): string {
  return `&quot;id&quot;:[0,${id}]`;
}

function written(
  { instructions, beforePrefix, beforeId, end }: CachedIsland,
  { id }: Props,
  prefix: string,
  html: (text: string) => unknown,
): Rendered {
  return {
    render(destination) {
      for (const instruction of instructions) destination.write(instruction);
      const own = typeof id === 'number' ? idText(id) : '';
      destination.write(html(`${beforePrefix}${prefix}${beforeId}${own}${end}`));
    },
  };
}
