import { lazy, Suspense, useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import type { BuyerHome } from '#lib/contract/home.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { dueText } from '#lib/rules/purchase/template-day.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { panel, panelEmpty, panelHead } from './panel.ts';

const RebuyDialog = lazy(() =>
  import('#islands/orders/RebuyDialog.tsx').then((module) => ({ default: module.RebuyDialog })),
);

/** 上次清单: the list that is not ordered yet, else the last purchase, to be bought again. */
export function LastPanel({ home }: { home: BuyerHome }) {
  const { last, draft, templates } = home;
  const [isRebuying, setRebuying] = useState(false);
  return (
    <section className={`${panel} home-last`} aria-label="上次清单">
      <h2 className={panelHead}>
        上次清单
        <a className="ml-auto link text-small font-400" href={path('/zzfw/kjcg')}>
          粘贴清单
        </a>
      </h2>
      <div className="flex flex-col gap-1 flex-1 min-h-0 px-3 py-2 text-small leading-20px">
        {last ? (
          <p className="truncate num" title={last.names.join('、')}>
            {dayKey(Date.parse(last.at))} · {last.kinds}种 · ¥{showYuan(last.amount)}
            <span className="block truncate text-note text-ink-2">{last.names.join('、')}</span>
          </p>
        ) : (
          <p className={`${panelEmpty} !p-0`}>还没有下过单。可以粘贴清单，一次加入全部商品。</p>
        )}
        {templates.length > 0 && (
          <a className="link truncate" href={path('/zzfw/kjcg', undefined, { tab: 'templates' })}>
            今天该补货：{dueText(templates)}
          </a>
        )}
        <p className="flex flex-wrap gap-2 mt-auto max-h-small overflow-hidden">
          {draft > 0 && (
            <a className={buttonClass('ghost', 'small')} href={path('/zzfw/kjcg')}>
              继续未下单的{draft}行
            </a>
          )}
          {last && home.may_order === 1 && (
            <Button kind={draft > 0 ? 'plain' : 'ghost'} size="small" onClick={() => setRebuying(true)}>
              再来一单
            </Button>
          )}
          {last && draft === 0 && (
            <a className={buttonClass('plain', 'small')} href={path('/order')}>
              我的订单
            </a>
          )}
        </p>
      </div>
      {last && isRebuying && (
        <Suspense>
          <RebuyDialog no={last.no} scope="trade" onClose={() => setRebuying(false)} />
        </Suspense>
      )}
    </section>
  );
}
