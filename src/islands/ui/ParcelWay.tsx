import { dayText, timeText } from './moments.ts';

interface Props {
  /** The oldest first; moments in ISO 8601. */
  events: readonly { text: string; at: string }[];
}

/** The tracking of a parcel: the newest first, by day and hour. */
export function ParcelWay({ events }: Props) {
  const newestFirst = events.toReversed();
  return (
    <ol className="grid gap-2 m-0 p-0 list-none text-small">
      {newestFirst.map((event, at) => {
        const before = newestFirst[at - 1];
        const isNewDay = before === undefined || dayText(before.at) !== dayText(event.at);
        return (
          <li key={`${event.at}-${event.text}`} className="grid grid-cols-[8px_40px_minmax(0,1fr)] gap-x-2.5">
            {isNewDay && <b className="col-start-2 col-span-2 font-600 num">{dayText(event.at)}</b>}
            <span
              aria-hidden="true"
              className={`col-start-1 w-8px h-8px mt-1.5 rounded-full ${at === 0 ? 'bg-primary' : 'bg-line-strong'}`}
            />
            <time dateTime={event.at} className="text-ink-2 num">
              {timeText(event.at)}
            </time>
            <span className={`break-words ${at === 0 ? '' : 'text-ink-2'}`}>{event.text}</span>
          </li>
        );
      })}
    </ol>
  );
}
