import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import type { ChatAim } from '#lib/client/stores/chat/aim.ts';
import type { Talk } from '#lib/contract/chat/calls.ts';
import { cardText } from '#lib/rules/chat/cards.ts';
import { RateBox } from './RateBox.tsx';

interface Props {
  talk: Talk;
  /** The subject of the page that led here; null for none. */
  card: ChatAim['card'];
  onSendCard: (card: NonNullable<ChatAim['card']>) => void;
  mayWrite: boolean;
  /** A box with the focused button was removed. */
  onGone: () => void;
}

/** The foot of a talk: the offered card, the hours outside of duty, the rating after the close. */
export function TalkTail({ talk, card, onSendCard, mayWrite, onGone }: Props) {
  const [isDropped, setDropped] = useState(false);
  function drop() {
    setDropped(true);
    onGone();
  }
  return (
    <div className="grid gap-2 mt-2">
      {talk.is_on_duty === 0 && (
        <p className="px-3 py-2 rounded bg-promo-wash text-small text-promo-ink">
          现在没有客服在线（{talk.hours}）。您可以留言，客服上线后回复，回复会同时发到您的消息。
        </p>
      )}
      {mayWrite && talk.may_rate === 1 && <RateBox talk={talk.id} onRated={onGone} />}
      {talk.may_rate === 0 && talk.stars !== null && (
        <p className="text-center text-note text-ink-2">您评价了{talk.stars}星，谢谢</p>
      )}
      {mayWrite && card !== null && !isDropped && (
        <section
          aria-label="要发送的内容"
          className="flex flex-wrap items-center gap-2 px-3 py-2 rounded border border-solid border-line bg-card text-small"
        >
          <Tag kind="soft">{cardText(card.kind)}</Tag>
          <span className="flex-1 min-w-100px break-words">{card.title}</span>
          <Button
            size="small"
            onClick={() => {
              drop();
              onSendCard(card);
            }}
          >
            发给客服
          </Button>
          <button type="button" className="icon-button" aria-label="不发送" onClick={drop}>
            <span className="i-lucide-x text-title" aria-hidden="true" />
          </button>
        </section>
      )}
    </div>
  );
}
