/** Pages that are being made, with the purges that come meanwhile: one that is out of date when it is done is not kept. */

/** What a purge is about. */
export type Tags = readonly string[] | 'all';

export interface Rendering {
  /** That came since it was begun. */
  purges: Tags[];
}

const renderings = new Set<Rendering>();

/** Call before a page is made, and {@link endRendering} when it is. */
export function beginRendering(): Rendering {
  const rendering: Rendering = { purges: [] };
  renderings.add(rendering);
  return rendering;
}

export function endRendering(rendering: Rendering): void {
  renderings.delete(rendering);
}

/** Notifies all that are being made of a purge. */
export function notifyRenderings(tags: Tags): void {
  for (const rendering of renderings) rendering.purges.push(tags);
}

/** Whether one of the first `many` purges since a rendering began was about any of the tags. */
export function isOutOfDate(
  { purges }: Rendering,
  tags: readonly string[],
  many: number = purges.length,
): boolean {
  return purges.slice(0, many).some((purge) => purge === 'all' || purge.some((tag) => tags.includes(tag)));
}
