/** Loaded by every page: as soon as the user turns out to be logged in, the page subscribes to news. */
import { shareCart } from '#lib/client/stores/live/cart-share.ts';
import { listenToNews } from '#lib/client/stores/live/events.ts';
import { $user } from '#lib/client/stores/shell/user.ts';
import { chatWaitsKey } from '#lib/contract/constants.ts';

const stop = $user.subscribe((user) => {
  if (!user) return;
  // Not inside the first call: `stop` is not there yet.
  queueMicrotask(() => stop());
  listenToNews();
  shareCart();
  // Messages of chat that an earlier page could not send.
  if (localStorage.getItem(chatWaitsKey) !== null)
    import('#islands/chat/open-chat.ts').then(
      ({ sendWaiting }) => sendWaiting(user.username),
      () => undefined,
    );
});
