import { type SubmitEvent, useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { pressedKey } from '#islands/ui/pressed-key.ts';
import { useFirstFocus } from '#islands/ui/use-first-focus.ts';
import type { SideCalls } from '#lib/client/stores/chat/side.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { maxChatSearch } from '#lib/contract/chat/limits.ts';
import type { ChatFound } from '#lib/contract/chat/schema.ts';
import { shortMoment } from './times.ts';

interface Props {
  side: SideCalls;
  /** 0: in all talks. */
  talk: number;
  onChoose: (talk: number, seq: number) => void;
  onClose: () => void;
}

/** Finds messages, of one talk or of all. Esc closes it. */
export function ChatSearch({ side, talk, onChoose, onClose }: Props) {
  const [found, setFound] = useState<ChatFound | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const asked = useRef('');
  useFirstFocus(form);

  async function look(after: string) {
    setBusy(true);
    try {
      const more = await side.search({ word: asked.current, talk, after });
      setFound((now) =>
        after === '' || now === null ? more : { ...more, list: [...now.list, ...more.list] },
      );
    } catch (error) {
      react(error);
    }
    setBusy(false);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    asked.current = String(new FormData(event.currentTarget).get('word')).trim();
    if (asked.current !== '') void look('');
  }

  return (
    <search
      className="flex flex-col flex-1 min-h-0"
      onKeyDown={(event) => {
        if (pressedKey(event) !== 'Escape') return;
        event.preventDefault();
        onClose();
      }}
    >
      <form
        ref={form}
        className="flex flex-none gap-2 p-2 border-b border-b-solid border-line"
        onSubmit={submit}
      >
        <input
          name="word"
          type="search"
          aria-label="搜索聊天记录"
          placeholder="搜索聊天记录"
          maxLength={maxChatSearch}
          className="input flex-1 min-w-0 text-title md:text-body"
        />
        <Button type="submit" busy={isBusy}>
          搜索
        </Button>
        <Button kind="plain" onClick={onClose}>
          取消
        </Button>
      </form>
      <div className="flex-1 min-h-0 overflow-y-auto">
        <p role="status" className="sr-only">
          {found !== null && `找到${found.list.length}条消息`}
        </p>
        {found?.list.length === 0 && <Empty icon="i-lucide-search-x" title="没有找到相关消息" />}
        <ul>
          {found?.list.map((hit) => (
            <li key={`${hit.talk} ${hit.seq}`}>
              <button
                type="button"
                className="block w-full px-3 py-2 border-0 border-b border-b-solid border-line bg-transparent text-left cursor-pointer hover:bg-primary-wash"
                onClick={() => onChoose(hit.talk, hit.seq)}
              >
                <span className="flex gap-2 text-note text-ink-2">
                  <span className="flex-1 min-w-0 truncate">
                    {talk === 0 && `${hit.with} · `}
                    {hit.name}
                  </span>
                  <time className="num" dateTime={hit.at}>
                    {shortMoment(hit.at)}
                  </time>
                </span>
                <span className="block text-small break-words line-clamp-2">{hit.text}</span>
              </button>
            </li>
          ))}
        </ul>
        {found !== null && found.next !== '' && (
          <p className="p-3 text-center">
            <Button kind="plain" size="small" busy={isBusy} onClick={() => void look(found.next)}>
              更多
            </Button>
          </p>
        )}
      </div>
    </search>
  );
}
