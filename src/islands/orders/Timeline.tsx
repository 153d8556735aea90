import { PictureList } from '#islands/ui/files/PictureList.tsx';
import { momentText } from '#islands/ui/moments.ts';
import type { OrderDetail } from '#lib/contract/orders/order.ts';

/** Everything that happened to the order, the newest first. */
export function Timeline({ order }: { order: OrderDetail }) {
  return (
    <section className="panel" aria-labelledby="timeline">
      <h2 id="timeline" className="panel-title">
        订单动态
      </h2>
      <ol className="grid gap-2.5 px-4 py-3 text-small">
        {order.timeline.toReversed().map((event, at) => (
          <li
            key={`${event.at}-${event.text}-${event.note}`}
            className="grid grid-cols-[8px_minmax(0,1fr)] md:grid-cols-[8px_130px_90px_minmax(0,1fr)] gap-x-3 items-baseline"
          >
            <span
              aria-hidden="true"
              className={`w-8px h-8px rounded-full ${at === 0 ? 'bg-primary' : 'bg-line-strong'}`}
            />
            <time dateTime={event.at} className="text-note text-ink-2 num">
              {momentText(event.at)}
            </time>
            <b className="font-500 max-md:col-start-2">{event.text}</b>
            <div className="text-ink-2 max-md:col-start-2 break-all">
              {event.note}
              <PictureList files={event.files} label="图片" />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
