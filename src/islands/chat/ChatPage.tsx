import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Empty, Failed, Loading } from '#islands/ui/Faces.tsx';
import { type ChatAim, readAim } from '#lib/client/stores/chat/aim.ts';
import { redeemChatToken } from '#lib/client/stores/chat/buyer.ts';
import { $user, loadUser } from '#lib/client/stores/shell/user.ts';
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { ChatRoom } from './ChatRoom.tsx';
import { useVisibleHeight } from './use-visible-height.ts';

type Entry = { state: 'ready'; aim: ChatAim } | { state: 'loading' } | { state: 'refused'; reason: string };

/** The chat as a page of its own, also embedded elsewhere: opened by a link of the shop or by username and token. */
export function ChatPage() {
  const user = useStore($user, { ssr: 'initial' });
  const [entry, setEntry] = useState<Entry>({ state: 'loading' });
  useVisibleHeight();

  async function enter() {
    const query = new URLSearchParams(location.search);
    const token = query.get('token');
    if (token !== null) {
      // A token is valid once, so the address that is reloaded or copied has none.
      const username = query.get('username') ?? '';
      query.delete('token');
      query.delete('username');
      history.replaceState(history.state, '', path('/chat') + (query.size > 0 ? `?${query}` : ''));
      try {
        await redeemChatToken(username, token);
      } catch (error) {
        const reason = error instanceof AppError ? error.message : '网络不通，请检查网络后重新打开';
        return setEntry({ state: 'refused', reason });
      }
    }
    setEntry({ state: 'ready', aim: readAim(query) });
  }

  useEffect(() => {
    void loadUser();
    void enter();
  }, []);

  return (
    <div className="fixed left-0 right-0 top-[var(--seen-top,0px)] h-[var(--seen,100dvh)] flex flex-col max-w-1200px mx-auto bg-card lg:(border-x border-x-solid border-line)">
      {entry.state === 'refused' && (
        <Empty icon="i-lucide-message-circle-off" title="对话没有打开" text={entry.reason}>
          <a className="btn" href={path('/chat')}>
            打开我的对话
          </a>
        </Empty>
      )}
      {entry.state !== 'refused' && user === null && <Failed onRetry={() => location.reload()} />}
      {entry.state !== 'refused' && user === undefined && <Loading rows={5} />}
      {entry.state === 'ready' && user && (
        <ChatRoom user={user} aim={entry.aim} isPage>
          <a className="icon-button" href={path('/')} title="回到首页">
            <span className="sr-only">回到首页</span>
            <span className="i-lucide-house text-head" aria-hidden="true" />
          </a>
        </ChatRoom>
      )}
      {entry.state === 'loading' && user && <Loading rows={5} />}
    </div>
  );
}
