import { PictureList } from '#islands/ui/files/PictureList.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import type { PointsOrderDetail } from '#lib/contract/points-orders.ts';

/** Reports of damage with the platform's answers, the newest first. */
export function PointsCases({ cases }: Pick<PointsOrderDetail, 'cases'>) {
  return (
    <section className="panel" aria-labelledby="cases">
      <h2 id="cases" className="panel-title">
        破损售后
      </h2>
      {cases.map((one) => (
        <article
          key={one.id}
          className="px-4 py-3 border-b border-b-solid border-line last:border-b-0 text-small"
        >
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Tag kind={one.ended_at === null ? 'info' : 'plain'}>{one.state_text}</Tag>
            <time className="text-note text-ink-2 num" dateTime={one.created_at}>
              {momentText(one.created_at)}提交
            </time>
          </p>
          <p className="mt-1.5 whitespace-pre-line break-words">{one.reason}</p>
          <PictureList files={one.files} label="破损照片" />
          {one.answer !== '' && (
            <p className="mt-2 break-words">
              <span className="text-ink-2">平台答复：</span>
              {one.answer}
            </p>
          )}
        </article>
      ))}
    </section>
  );
}
