import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Loading } from '#islands/ui/Faces.tsx';
import { CancelledError } from '#lib/client/api.ts';
import type { ChatAim } from '#lib/client/stores/chat/aim.ts';
import { $talks, followTalks, loadTalks, openTalkWith, ownOutbox } from '#lib/client/stores/chat/buyer.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { UserInfo } from '#lib/contract/accounts/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { roleMay } from '#lib/rules/companies/roles.ts';
import { TalkList } from './TalkList.tsx';
import { TalkPane } from './TalkPane.tsx';

interface Props {
  user: UserInfo;
  aim: ChatAim;
  /** On a wide screen the list is shown beside the talk; in the drawer never. */
  isPage: boolean;
  /** The frame's own buttons, at the end of the head. */
  children?: ReactNode;
}

interface Choice {
  /** 0: the list. */
  talk: number;
  /** A message of a search; 0 for none. */
  found: number;
}

/** The chat of the shop: talks, and one of them. */
export function ChatRoom({ user, aim, isPage, children }: Props) {
  const talks = useStore($talks);
  const [hasFailed, setFailed] = useState(false);
  const [{ talk: current, found }, setChoice] = useState<Choice>({ talk: aim.talk, found: 0 });
  const [isOpening, setOpening] = useState(aim.merchant !== null);
  const outbox = ownOutbox(user.username);
  const place = useRef<HTMLDivElement>(null);
  const mayWrite = roleMay(user.role, 'messages');
  const open = talks?.find(({ id }) => id === current);

  function load() {
    setFailed(false);
    loadTalks().catch((error: unknown) => {
      // News cause the same request, which replaces this one.
      if (!(error instanceof CancelledError)) setFailed($talks.get() === null);
    });
  }

  function choose(choice: Choice) {
    setChoice(choice);
    // A page that is loaded again shows the same talk, and offers no card twice.
    if (isPage)
      history.replaceState(history.state, '', path('/chat', undefined, { talk: choice.talk || undefined }));
  }

  async function openWith(merchant: number) {
    setOpening(true);
    try {
      const { id } = await openTalkWith(merchant, merchant === aim.merchant ? aim.card : null);
      choose({ talk: id, found: 0 });
    } catch (error) {
      react(error);
    }
    setOpening(false);
  }

  useEffect(() => {
    load();
    return followTalks();
  }, []);
  const { merchant } = aim;
  useEffect(() => {
    if (merchant !== null && mayWrite) void openWith(merchant);
    else {
      setOpening(false);
      choose({ talk: aim.talk, found: 0 });
    }
  }, [aim]);

  function back() {
    const left = current;
    choose({ talk: 0, found: 0 });
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>(`[data-talk="${left}"]`)?.focus());
  }

  const isTalk = open !== undefined || isOpening;
  return (
    <div ref={place} className="flex flex-1 min-w-0 min-h-0 bg-card">
      <div
        className={`${isTalk ? 'hidden' : 'flex'} flex-col flex-1 min-w-0 min-h-0 ${isPage ? 'lg:(flex flex-none w-280px border-r border-r-solid border-line)' : ''}`}
      >
        <Head>{!isTalk && children}</Head>
        <TalkList
          talks={talks}
          hasFailed={hasFailed}
          current={current}
          onChoose={(talk) => choose({ talk, found: 0 })}
          onOpen={(to) => void openWith(to)}
          onRetry={load}
        />
        <Hotline user={user} />
      </div>
      {open !== undefined && (
        <TalkPane
          talk={open}
          outbox={outbox}
          card={open.merchant.id === merchant ? aim.card : null}
          mayWrite={mayWrite}
          found={found}
          onFound={(talk, seq) => choose({ talk, found: seq })}
          onBack={back}
          isPage={isPage}
        >
          {children}
        </TalkPane>
      )}
      {open === undefined && isOpening && (
        <div className="flex-1 min-w-0">
          <Head>{children}</Head>
          <Loading rows={5} />
        </div>
      )}
      {open === undefined && !isOpening && isPage && (
        <p className="flex-1 self-center text-center text-ink-2 max-lg:hidden">请选择一个会话</p>
      )}
    </div>
  );
}

function Head({ children }: { children: ReactNode }) {
  return (
    <header className="flex flex-none items-center gap-1 h-head pl-3 pr-1 border-b border-b-solid border-line">
      <h2 className="flex-1 text-lead">在线客服</h2>
      {children}
    </header>
  );
}

/** Other ways, also outside hours. */
function Hotline({ user }: { user: UserInfo }) {
  const { hot_line: hotLine } = user.common_config;
  return (
    <p className="flex-none px-3 py-2 border-t border-t-solid border-line text-note text-ink-2">
      服务热线{' '}
      <a className="num text-primary underline" href={`tel:${hotLine}`}>
        {hotLine}
      </a>
      （{user.service_hours}）
    </p>
  );
}
