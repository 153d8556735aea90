/** When a text of help or news is shown, and in which shop. */

const dayMs = 86_400_000;
/** Front matter gives days as midnights in UTC; a Shanghai day begins eight hours earlier. */
const aheadMs = 8 * 3_600_000;

export interface Publishing {
  now: Date;
  /** True in a demo, which shows its own news too. */
  isDemo: boolean;
}

export interface Schedule {
  /** The first day of a piece of news; help pages are there from the start. */
  date?: Date | undefined;
  /** The last day. */
  until?: Date | undefined;
  /** About the demo's invented company: no real shop shows it. */
  demo?: true | undefined;
}

function opensAt({ date }: Schedule): number {
  return date === undefined ? Number.NEGATIVE_INFINITY : date.getTime() - aheadMs;
}

function closesAt({ until }: Schedule): number {
  return until === undefined ? Number.POSITIVE_INFINITY : until.getTime() + dayMs - aheadMs;
}

/** True from the first moment of its first day in Shanghai to the last of its last day. */
export function isPublished(text: Schedule, { now, isDemo }: Publishing): boolean {
  if (text.demo && !isDemo) return false;
  return opensAt(text) <= now.getTime() && now.getTime() < closesAt(text);
}

/** The moments at which texts come and go: a stored page that lists them is not older than the next one. */
export function changesOf(texts: readonly Schedule[]): Date[] {
  return texts
    .flatMap((text) => [opensAt(text), closesAt(text)])
    .filter(Number.isFinite)
    .map((moment) => new Date(moment));
}
