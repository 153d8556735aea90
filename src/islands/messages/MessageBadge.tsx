import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $user } from '#lib/client/stores/shell/user.ts';
import { badgeText } from '#lib/contract/constants.ts';

/**
 * The number of messages unread by everyone in the company, or of those of chat that the person has not read, at most 99;
 * nothing for zero.
 */
export function MessageBadge({ of = 'message' }: { of?: 'message' | 'chat' }) {
  const user = useStore($user);
  // The server's HTML shows no number.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const count = isMounted ? (user?.[`${of}_count`] ?? 0) : 0;
  if (count === 0) return null;
  return (
    <span className="badge">
      {badgeText(count)}
      <span className="sr-only">条未读消息</span>
    </span>
  );
}

// Its HTML before hydration is cached (server/fast/pages/cached-islands.ts).
MessageBadge.isStill = true;
