/**
 * `client:buyer`: an island that a visitor needs only on interaction. For a buyer it is hydrated shortly before it is
 * visible; for a visitor its HTML is complete, so nothing is loaded until the pointer, the focus or a press reaches it
 * (early-presses replays the press).
 */
import { isProbablyLoggedIn } from '#lib/client/hint.ts';
import { whenTouched } from './touch.ts';

/** Astro calls it for each island, with what loads and then hydrates it. */
export default function wakeWhenNeeded(
  load: () => Promise<() => Promise<void>>,
  _options: object,
  island: HTMLElement,
): void {
  const wake = async () => {
    const hydrate = await load();
    await hydrate();
  };
  if (isProbablyLoggedIn()) {
    const seen = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        seen.disconnect();
        void wake();
      },
      { rootMargin: '500px' },
    );
    for (const child of island.children) seen.observe(child);
    return;
  }
  whenTouched(island, () => void wake());
}
