import { momentText } from '#islands/ui/moments.ts';
import { PrizeTable } from '#islands/wheel/PrizeTable.tsx';
import { WheelFace } from '#islands/wheel/WheelFace.tsx';
import type { WheelOutput } from '#lib/contract/wheel.ts';

/** A saved wheel as buyers see it: the wheel, prizes with odds, ways to chances, rules, and the sealed facts. */
export function WheelSeen({ wheel }: { wheel: WheelOutput }) {
  return (
    <section className="panel" aria-label="买家看到的">
      <h2 className="panel-title">买家看到的</h2>
      <div className="grid gap-3 px-3 md:px-4 py-3 text-small">
        <p className="m-0">
          {momentText(wheel.start_time)}至{momentText(wheel.end_time)}，共{wheel.tickets}张奖券，已抽
          {wheel.drawn}张
        </p>
        <div className="grid gap-5 md:grid-cols-[260px_minmax(0,1fr)]">
          <WheelFace prizes={wheel.prizes} drawn={null} ref={null} />
          <PrizeTable wheel={wheel} />
        </div>
        <ul className="m-0 pl-5">
          {wheel.ways.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p className="m-0 whitespace-pre-line">{wheel.remarks}</p>
        {wheel.root !== '' && (
          <dl className="grid gap-1 m-0 break-all">
            <dt className="text-ink-2">奖券根值</dt>
            <dd className="m-0 num">{wheel.root}</dd>
            <dt className="text-ink-2">服务器种子的哈希值</dt>
            <dd className="m-0 num">{wheel.secret_hash}</dd>
            <dt className="text-ink-2">服务器种子</dt>
            <dd className="m-0 num">{wheel.secret === '' ? '结束后公布' : wheel.secret}</dd>
          </dl>
        )}
      </div>
    </section>
  );
}
