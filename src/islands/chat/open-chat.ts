import { isProbablyLoggedIn } from '#lib/client/hint.ts';
import { $chatAim, readAim } from '#lib/client/stores/chat/aim.ts';
import { openDrawer } from '#lib/client/stores/shell/drawer.ts';

/**
 * Opens what a link to the chat leads to in the drawer, where its bar is; the link gets the focus back when the drawer is
 * closed. Elsewhere, and for a visitor, it follows the link.
 */
export function openChat(link: HTMLAnchorElement): void {
  if (!isProbablyLoggedIn() || !document.querySelector('.rail-strip')?.checkVisibility()) {
    location.assign(link.href);
    return;
  }
  // Safari gives a pressed link no focus.
  link.focus();
  $chatAim.set(readAim(new URL(link.href).searchParams));
  openDrawer();
}

/** Sends the messages that earlier pages could not send. */
export async function sendWaiting(username: string): Promise<void> {
  const { ownOutbox } = await import('#lib/client/stores/chat/buyer.ts');
  ownOutbox(username);
}
