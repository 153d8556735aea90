/** 加到桌面: the site as an installed app. Its service worker caches only the offline page. */
import type { InstallPrompt } from './install-prompt.ts';

/** Few browsers offer it, or run the installed app: the rest comes with them. */
export function watchInstall(): void {
  const start = (offer?: InstallPrompt) =>
    import('./install-offer.ts').then(
      ({ takeOffer }) => takeOffer(offer),
      () => undefined,
    );
  if (matchMedia('(display-mode: standalone)').matches) start();
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    start(event);
  });
}

/** Registers the worker when the page has everything it needs. */
export function startWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () => {
    // Closed to workers (private windows of some browsers): the site works without.
    navigator.serviceWorker.register('/sw.js').catch(() => {});
  };
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
}
