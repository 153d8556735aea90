import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $user } from '#lib/client/stores/shell/user.ts';
import { badgeText } from '#lib/contract/constants.ts';

/** How many messages nobody of the company has read, at most 99; nothing where there are none. */
export function MessageBadge() {
  const user = useStore($user);
  // The server's HTML shows no number.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const count = isMounted ? (user?.message_count ?? 0) : 0;
  if (count === 0) return null;
  return (
    <span className="badge">
      {badgeText(count)}
      <span className="sr-only">条未读消息</span>
    </span>
  );
}

// Its HTML before it lives is kept (server/pages/kept-islands.ts).
MessageBadge.isStill = true;
