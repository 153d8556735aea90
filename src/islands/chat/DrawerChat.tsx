import { useStore } from '@nanostores/react';
import { Loading } from '#islands/ui/Faces.tsx';
import { $chatAim, type ChatAim } from '#lib/client/stores/chat/aim.ts';
import { closeDrawer } from '#lib/client/stores/shell/drawer.ts';
import { $user } from '#lib/client/stores/shell/user.ts';
import { path } from '#lib/contract/routes.ts';
import { ChatRoom } from './ChatRoom.tsx';

/** The chat in the drawer, in the place of the cart. */
export function DrawerChat({ aim }: { aim: ChatAim }) {
  const user = useStore($user);
  if (!user) return <Loading rows={5} />;
  return (
    <div data-wide className="flex flex-1 min-h-0">
      <ChatRoom user={user} aim={aim} isPage={false}>
        <a className="icon-button" href={path('/chat')} title="整页打开">
          <span className="sr-only">整页打开</span>
          <span className="i-lucide-maximize-2 text-head" aria-hidden="true" />
        </a>
        <button
          type="button"
          className="icon-button"
          aria-label="看购物车"
          title="看购物车"
          onClick={() => $chatAim.set(null)}
        >
          <span className="i-lucide-shopping-cart text-head" aria-hidden="true" />
        </button>
        <button type="button" className="icon-button" aria-label="收起客服" onClick={closeDrawer}>
          <span
            className="i-lucide-panel-right-close max-lg:i-lucide-chevron-down text-head"
            aria-hidden="true"
          />
        </button>
      </ChatRoom>
    </div>
  );
}
