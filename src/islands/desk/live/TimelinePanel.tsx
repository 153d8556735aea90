import { Button } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { hideEvent } from '#lib/client/stores/desk/live-console.ts';
import { hideText } from '#lib/rules/live/desk.ts';
import { secondKey } from '#lib/rules/terms/activity-time.ts';
import type { ConsoleProps } from './use-console.ts';

/** The last events of the room, the newest first, with a button at each text that can be taken back. */
export function TimelinePanel({ room, busy, act }: ConsoleProps) {
  const { id, events } = room;
  if (events.length === 0) return <Empty icon="i-lucide-history" title="还没有记录" />;
  return (
    <ul className="m-0 p-0 list-none" aria-label="直播记录">
      {events.map((event) => (
        <li
          key={event.id}
          className="flex items-baseline gap-2 px-3 py-1.5 border-b border-b-solid border-line text-small"
        >
          <span className="flex-none num text-note text-ink-2">
            {secondKey(Date.parse(event.at)).slice(11)}
          </span>
          <span className="flex-1 min-w-0 break-words">
            <span className="text-ink-2">{event.kind_text}</span> {event.text}{' '}
            {event.is_hidden === 1 && <Tag kind="plain">已隐藏</Tag>}
          </span>
          {event.is_hideable === 1 && (
            <Button
              kind="text"
              size="small"
              className="flex-none"
              busy={busy === `event ${event.id}`}
              aria-label={`${hideText(event.kind)}：${event.text || event.kind_text}`}
              onClick={() => void act(`event ${event.id}`, () => hideEvent(id, event.id))}
            >
              {hideText(event.kind)}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
