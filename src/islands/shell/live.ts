/** Loaded by every page: as soon as the user turns out to be logged in, the page subscribes to news. */
import { $user } from '#lib/client/stores/shell/user.ts';

const stop = $user.subscribe((user) => {
  if (!user) return;
  // Not inside the first call: `stop` is not there yet.
  queueMicrotask(() => stop());
  void import('#lib/client/stores/live/events.ts').then(({ listenToNews }) => listenToNews());
  void import('#lib/client/stores/live/cart-share.ts').then(({ shareCart }) => shareCart());
});
