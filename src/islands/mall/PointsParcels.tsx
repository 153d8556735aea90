import { CopyButton } from '#islands/ui/CopyButton.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { ParcelWay } from '#islands/ui/ParcelWay.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import type { PointsOrderDetail } from '#lib/contract/points-orders.ts';

/** The parcels of a points order with their way, the newest first. */
export function PointsParcels({ parcels }: Pick<PointsOrderDetail, 'parcels'>) {
  return (
    <section className="panel" aria-labelledby="parcels">
      <h2 id="parcels" className="panel-title">
        物流
        {parcels.length > 1 && (
          <span className="text-small font-400 text-ink-2">共{parcels.length}个包裹</span>
        )}
      </h2>
      {parcels.map((parcel) => (
        <article
          key={parcel.tracking_no}
          aria-label={`运单${parcel.tracking_no}`}
          className="grid gap-2.5 px-4 py-3 border-b border-b-solid border-line last:border-b-0"
        >
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <b className="font-600">{parcel.carrier}</b>
            <span className="num break-all">{parcel.tracking_no}</span>
            <CopyButton text={parcel.tracking_no} of="运单号" />
            {parcel.state_text !== '' && <Tag kind="info">{parcel.state_text}</Tag>}
            <span className="text-note text-ink-2 num">{momentText(parcel.sent_at)}发出</span>
          </p>
          {parcel.events.length > 0 ? (
            <ParcelWay events={parcel.events.toReversed()} />
          ) : (
            <p className="text-small text-ink-2">还没有物流消息。</p>
          )}
        </article>
      ))}
    </section>
  );
}
