import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { InstallPrompt } from './install-prompt.ts';

/** The browser's offer; a prompt can be shown once. */
let offered: InstallPrompt | undefined;
let isWatched = false;

const buttons = () => document.querySelectorAll<HTMLElement>('[data-install]');

function hide(): void {
  for (const button of buttons()) button.hidden = true;
}

/**
 * The button triggers the browser's own prompt where there is one; elsewhere it shows instructions. Inside the
 * installed app, which has no offer, there is no button.
 */
export function takeOffer(offer?: InstallPrompt): void {
  if (offer === undefined) {
    hide();
    return;
  }
  offered = offer;
  if (isWatched) return;
  isWatched = true;
  addEventListener('appinstalled', () => {
    offered = undefined;
    hide();
    showToast('success', '已添加到桌面');
  });
  for (const button of buttons()) {
    button.addEventListener('click', (event) => {
      if (offered === undefined) return;
      event.preventDefault();
      void offered.prompt();
      offered = undefined;
    });
  }
}
