import { type ReactNode, useRef, useState } from 'react';
import type { ChatAim } from '#lib/client/stores/chat/aim.ts';
import { buyerSide } from '#lib/client/stores/chat/buyer.ts';
import type { Outbox } from '#lib/client/stores/chat/outbox.ts';
import type { Talk } from '#lib/contract/chat/calls.ts';
import { EscalateDialog } from './EscalateDialog.tsx';
import { ChatSearch } from './kit/ChatSearch.tsx';
import type { ComposerBox } from './kit/Composer.tsx';
import { TalkBody } from './kit/TalkBody.tsx';
import { TalkHead } from './TalkHead.tsx';
import { TalkTail } from './TalkTail.tsx';

interface Props {
  talk: Talk;
  outbox: Outbox;
  card: ChatAim['card'];
  mayWrite: boolean;
  /** A message to show, of a search; 0 for none. */
  found: number;
  onFound: (talk: number, seq: number) => void;
  onBack: () => void;
  /** On a wide screen the list is shown beside it. */
  isPage: boolean;
  /** The frame's own buttons. */
  children?: ReactNode;
}

/** One talk: who, the messages, the box. */
export function TalkPane({ talk, outbox, card, mayWrite, found, onFound, onBack, isPage, children }: Props) {
  const [isSearching, setSearching] = useState(false);
  const [isEscalating, setEscalating] = useState(false);
  const box = useRef<ComposerBox>(null);
  // A phone's keyboard would cover the messages.
  const hasKeyboard = matchMedia('(hover: hover)').matches;
  return (
    <section
      aria-label={`与${talk.merchant.name}的会话`}
      className="flex flex-col flex-1 min-w-0 min-h-0 bg-card"
    >
      <TalkHead
        talk={talk}
        onBack={onBack}
        isPage={isPage}
        onSearch={() => setSearching(true)}
        onEscalate={mayWrite ? () => setEscalating(true) : undefined}
      >
        {children}
      </TalkHead>
      {isSearching && (
        <ChatSearch
          side={buyerSide}
          talk={talk.id}
          onClose={() => setSearching(false)}
          onChoose={(of, seq) => {
            setSearching(false);
            onFound(of, seq);
          }}
        />
      )}
      {/* Hidden while a search covers it: what is typed and where it was scrolled to stay. */}
      <div className={isSearching ? 'hidden' : 'contents'}>
        <TalkBody
          key={talk.id}
          side={buyerSide}
          outbox={outbox}
          talk={talk.id}
          name={talk.merchant.name}
          found={found}
          box={box}
          startsFocused={hasKeyboard}
          note={
            mayWrite ? undefined : (
              <p className="flex-none px-3 py-3 border-t border-t-solid border-line text-small text-ink-2">
                您的账号可以查看对话，不能发消息，请让企业管理员调整权限。
              </p>
            )
          }
          tail={
            <TalkTail
              key={talk.id}
              talk={talk}
              card={card}
              mayWrite={mayWrite}
              onGone={() => hasKeyboard && box.current?.focus()}
              onSendCard={(sent) => void outbox.add(talk.id, { text: '', card: sent })}
            />
          }
        />
      </div>
      {isEscalating && <EscalateDialog talk={talk.id} onClose={() => setEscalating(false)} />}
    </section>
  );
}
