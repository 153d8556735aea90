import type { GoodsDetail } from '#lib/contract/goods/calls.ts';

/** A leaflet with its headings; one written for the demo is marked. */
export function LeafletText({ leaflet }: { leaflet: NonNullable<GoodsDetail['leaflet']> }) {
  if (leaflet.sections.length === 0) return <p>详见说明书</p>;
  return (
    <>
      {leaflet.is_demo === 1 && (
        <p className="mb-3 px-3 py-2 rounded bg-promo-wash text-small text-promo-ink">
          演示说明书，非真实：文字为演示编写，不作用药依据，用药请以实物说明书为准。
        </p>
      )}
      <dl className="grid gap-y-2.5 leading-relaxed">
        {leaflet.sections.map(({ name, text }) => (
          <div key={name} className="grid sm:grid-cols-[84px_minmax(0,1fr)] gap-x-4">
            <dt className="text-ink-2">【{name}】</dt>
            <dd className="whitespace-pre-line">{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
