/** Live news of the shop (rules 8): pages load the affected data, the header's counts are loaded here. */
import type { UserInfo } from '#lib/contract/accounts/calls.ts';
import { api } from '#lib/contract/api.ts';
import { AppError } from '#lib/contract/errors.ts';
import { type ChatSignal, chatSignals, type NewsKind, newsKinds } from '#lib/contract/events/stream.ts';
import { call } from '../../api.ts';
import { $cartTotal } from '../cart/cart-total.ts';
import { $user, hasAskedUser } from '../shell/user.ts';
import { sharedStream } from './shared-stream.ts';

/** The stream of the shop: call `listenToNews` when the user is logged in. */
export const {
  listen: listenToNews,
  onNews,
  onHearing,
} = sharedStream<NewsKind | ChatSignal, UserInfo>({
  name: 'news',
  path: api.events.path,
  kinds: newsKinds,
  placed: chatSignals,
  // The number of unread messages follows new ones and marks.
  concernsFrame: (data) => /"what":"(?:message|read)"/.test(data),
  ask: () =>
    call(api.userInfo, {}).catch((error: unknown) =>
      error instanceof AppError && error.code === 401 ? null : undefined,
    ),
  show(user: UserInfo) {
    $user.set(user);
    $cartTotal.set(user.cart);
  },
  catchesUp: hasAskedUser,
});
