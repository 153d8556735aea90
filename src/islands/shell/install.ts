/** 加到桌面: the site as an installed app. Its service worker caches only the offline page. */
import { showToast } from '#lib/client/stores/shell/toasts.ts';

/** Chromium's event when the site can be installed; no standard type has it. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallPrompt;
  }
}

/**
 * The button triggers the browser's own prompt where there is one; elsewhere it shows instructions. Inside the
 * installed app there is no button.
 */
export function watchInstall(): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-install]')];
  const hide = () => {
    for (const button of buttons) button.hidden = true;
  };
  let offered: InstallPrompt | undefined;
  if (matchMedia('(display-mode: standalone)').matches) hide();
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered = event;
  });
  addEventListener('appinstalled', () => {
    offered = undefined;
    hide();
    showToast('success', '已添加到桌面');
  });
  for (const button of buttons) {
    button.addEventListener('click', (event) => {
      if (offered === undefined) return;
      event.preventDefault();
      void offered.prompt();
      // A prompt can be shown once.
      offered = undefined;
    });
  }
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
