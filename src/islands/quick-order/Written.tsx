import { type ReactNode, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { pressedKey } from '#islands/ui/pressed-key.ts';
import type { PurchaseItem } from '#lib/client/stores/quick-order/quick-order.ts';
import { faceOf, faces } from './faces.ts';

interface Props {
  item: PurchaseItem;
  isWriting: boolean;
  /** A new text for the row; null leaves it unchanged. */
  onWritten: (text: string | null) => void;
}

/** The original text of a row, and its interpretation below. */
export function Written({ item, isWriting, onWritten }: Props) {
  return (
    <div className="min-w-0 max-md:col-span-full">
      {isWriting ? (
        <Rewriting text={item.text} onWritten={onWritten} />
      ) : (
        <p className="text-small leading-18px xl:truncate max-xl:break-all" title={item.text}>
          {item.text}
        </p>
      )}
      {!isQuestion(item) && <Reason item={item} />}
    </div>
  );
}

/** Whether a person has to check a row: then the reason is shown in full, below all of it. */
export function isQuestion(item: PurchaseItem): boolean {
  const face = faceOf(item);
  return face === 'check' || face === 'none';
}

/** The certainty of the row, and the reason: in one line next to a row that needs no check, in full elsewhere. */
export function Reason({ item, children }: { item: PurchaseItem; children?: ReactNode }) {
  const face = faces[faceOf(item)];
  const reason = item.refusal ?? (item.isSettled && item.grade === 'check' ? '您已核对' : item.reason);
  const isWhole = isQuestion(item);
  return (
    <p
      className={`flex items-start gap-1 text-note leading-16px ${face.ink} ${isWhole ? 'min-w-0 col-span-full md:row-start-2' : ''}`}
    >
      <span className={`${face.icon} text-body flex-none`} aria-hidden="true" />
      <span className={isWhole ? '' : 'xl:truncate'} title={isWhole ? undefined : reason}>
        <b className="font-600">{face.text}</b>
        {item.confidence > 0 && <span className="num"> {item.confidence}%</span>} · {reason}
      </span>
      {children}
    </p>
  );
}

function Rewriting({ text, onWritten }: { text: string; onWritten: Props['onWritten'] }) {
  const [draft, setDraft] = useState(text);
  function end() {
    const written = draft.trim();
    onWritten(written === '' || written === text ? null : written);
  }
  return (
    <div className="flex gap-2">
      <input
        className="input h-small px-2"
        aria-label={`改写${text}`}
        maxLength={300}
        value={draft}
        // biome-ignore lint/a11y/noAutofocus: it opens at the press of its own button
        autoFocus
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          const key = pressedKey(event);
          if (key === 'Enter') end();
          if (key === 'Escape') onWritten(null);
        }}
      />
      <Button kind="ghost" size="small" onClick={end}>
        重新匹配
      </Button>
    </div>
  );
}
