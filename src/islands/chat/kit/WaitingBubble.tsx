import { Button } from '#islands/ui/Button.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import type { Sending } from '#lib/client/stores/chat/outbox.ts';
import type { Waiting } from '#lib/client/stores/chat/outbox-shelf.ts';
import { cardText } from '#lib/rules/chat/cards.ts';

interface Props {
  waiting: Waiting;
  sending: Sending | null;
  onRetry: (no: number) => void;
  onDrop: (no: number) => void;
}

/** A message that has not arrived yet, or was refused. */
export function WaitingBubble({ waiting, sending, onRetry, onDrop }: Props) {
  const { no, text, files, card, quote, state, reason } = waiting;
  const fraction = sending?.no === no ? sending.fraction : null;
  return (
    <div className="grid gap-1 justify-items-end">
      <div
        className={`grid gap-1 min-w-0 max-w-[min(84%,520px)] px-3 py-2 rounded-panel border border-dashed bg-primary-wash ${state === 'failed' ? 'border-price' : 'border-line-strong'}`}
      >
        {quote && (
          <p className="pl-2 border-l-2 border-l-solid border-line-strong text-small text-ink-2 break-words">
            {quote.name}：{quote.text}
          </p>
        )}
        {text !== '' && <p className="whitespace-pre-wrap break-words [unicode-bidi:plaintext]">{text}</p>}
        {card && (
          <p className="flex items-center gap-1.5 text-small">
            <Tag kind="soft">{cardText(card.kind)}</Tag>
            {card.title}
          </p>
        )}
        {files.map(({ file }) => (
          <p key={`${file.name} ${file.size}`} className="flex items-center gap-1.5 text-small break-all">
            <span className="i-lucide-paperclip flex-none" aria-hidden="true" />
            {file.name}
          </p>
        ))}
      </div>
      {state === 'failed' ? (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-end gap-x-2 text-note text-price-ink"
        >
          失败：{reason}
          <Button kind="text" size="small" onClick={() => onRetry(no)}>
            重发
          </Button>
          <Button kind="text" size="small" onClick={() => onDrop(no)}>
            删除
          </Button>
        </div>
      ) : (
        <p className="flex items-center gap-1 min-h-chip text-note text-ink-2 num">
          <span className="i-lucide-clock" aria-hidden="true" />
          待发{fraction !== null && ` · 已上传${Math.round(fraction * 100)}%`}
        </p>
      )}
    </div>
  );
}
