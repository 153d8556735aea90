/**
 * `client:touch`: an island whose HTML works by itself; it is loaded on interaction. A form submitted before hydration
 * is submitted by the island afterwards, and by the browser if the island cannot be loaded.
 */
import { whenTouched } from './touch.ts';

/** Astro calls it for each island, with what loads and then hydrates it. */
export default function wakeWhenTouched(
  load: () => Promise<() => Promise<void>>,
  _options: object,
  island: HTMLElement,
): void {
  let isWaking = false;
  let sent: HTMLFormElement | undefined;
  const wake = () => {
    if (isWaking) return;
    isWaking = true;
    // Astro reports a script that cannot be loaded by an event; `load` continues as if it had been.
    island.addEventListener('astro:hydration-error', giveUp, { once: true });
    void load()
      .then((hydrate) => hydrate())
      .catch(giveUp);
  };
  const giveUp = () => {
    island.removeEventListener('submit', hold, true);
    sent?.submit();
  };
  function hold(event: Event) {
    if (!(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    event.stopPropagation();
    sent = event.target;
    wake();
  }
  const sendAgain = () => {
    island.removeEventListener('submit', hold, true);
    if (!sent) return;
    // React finishes hydrating for it at once, effects included (early-presses.ts).
    sent.dispatchEvent(new Event('dragend', { bubbles: true }));
    setTimeout(() => sent?.requestSubmit());
  };
  island.addEventListener('submit', hold, true);
  island.addEventListener('astro:hydrate', sendAgain, { once: true });
  whenTouched(island, wake);
}
