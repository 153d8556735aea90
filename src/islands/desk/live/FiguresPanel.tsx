import { buttonClass } from '#islands/ui/Button.tsx';
import type { LiveFigures } from '#lib/contract/live/console-schema.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';

interface Props {
  id: number;
  figures: LiveFigures;
}

/** The figures of a room, with a link to the figures by goods. */
export function FiguresPanel({ id, figures }: Props) {
  const { seconds, questions, answered } = figures;
  const facts = [
    ['观看', `${figures.visits}人`],
    ['最高同时在线', `${figures.peak}人`],
    ['人均观看', `${Math.floor(seconds / 60)}分${seconds % 60}秒`],
    ['点赞', String(figures.likes)],
    ['提问', `${questions}条，已回答${answered}条`],
    ['加购', `${figures.companies}家，${figures.pieces}件`],
    ['订单', `${figures.buyers}家，${figures.orders}笔`],
    ['成交金额', `¥${showYuan(figures.paid)}`],
  ] as const;
  return (
    <section className="panel" aria-label="直播数据">
      <div className="panel-title">
        <h2 className="flex-1">直播数据</h2>
        <a
          className={buttonClass('plain', 'small')}
          href={path('/desk/live-figures', undefined, { room_id: id })}
        >
          按商品查看和导出
        </a>
      </div>
      <dl className="grid gap-x-6 gap-y-3 grid-cols-2 sm:grid-cols-4 m-0 px-3 md:px-4 py-3">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-note text-ink-2">{name}</dt>
            <dd className="m-0 num text-title">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="m-0 px-3 md:px-4 pb-3 text-note text-ink-2">
        订单和金额：从直播间加购的企业，开播起到结束后24小时内下单并付款的这些商品。
      </p>
    </section>
  );
}
