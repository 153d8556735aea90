import { useStore } from '@nanostores/react';
import { $pictureAt } from '#lib/client/stores/live-room/clock.ts';
import type { LiveRoomWire } from '#lib/contract/live/schema.ts';
import { durationText } from '#lib/rules/live/words.ts';

interface Props {
  replay: NonNullable<LiveRoomWire['replay']>;
  onJump: (at: number) => void;
}

/** Parts of a replay: a press jumps there. */
export function Chapters({ replay, onJump }: Props) {
  const at = useStore($pictureAt, { ssr: 'initial' });
  if (replay.chapters.length === 0) return null;
  return (
    <section aria-label="章节" className="panel">
      <h2 className="panel-title">章节</h2>
      <ol className="grid m-0 p-2 list-none max-h-320px overflow-y-auto">
        {replay.chapters.map(({ title, from, to }) => {
          const isCurrent = at !== null && at >= from && at < to;
          return (
            <li key={from}>
              <button
                type="button"
                aria-current={isCurrent ? 'true' : undefined}
                className={`flex items-center gap-3 w-full min-h-touch px-2 border-0 rounded bg-transparent text-left text-body cursor-pointer hover:bg-card-dim ${isCurrent ? 'text-primary font-600' : 'text-ink'}`}
                onClick={() => onJump(from)}
              >
                <span className="text-note text-ink-2 num">{durationText(from - replay.from)}</span>
                <span className="min-w-0 truncate">{title}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
