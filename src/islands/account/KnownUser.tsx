import { useLayoutEffect } from 'react';
import { $user } from '#lib/client/stores/shell/user.ts';
import type { UserInfo } from '#lib/contract/accounts/calls.ts';

/** Hands the user that a private page brought along to everything that wants to know; nothing is loaded then. */
export function KnownUser({ user }: { user: UserInfo }) {
  useLayoutEffect(() => $user.set(user), [user]);
  return null;
}
