import { useRef, useState } from 'react';
import { buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { loadAlerts } from '#lib/client/stores/goods/alerts.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { AlertRow } from '#lib/contract/alerts.ts';
import { path } from '#lib/contract/routes.ts';
import { AlertLine } from './AlertLine.tsx';
import { PriceDialog } from './PriceDialog.tsx';

/** One's alerts: items, price limits, states, and ending them. */
export function AlertPage({ initial }: { initial: AlertRow[] }) {
  const [list, setList] = useState(initial);
  const [changing, setChanging] = useState<AlertRow | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const open = list.filter((one) => one.told_at === '').length;

  async function reload() {
    try {
      setList(await loadAlerts());
      // The clicked button disappears with its row.
      title.current?.focus();
    } catch (error) {
      react(error);
    }
  }

  return (
    <section className="panel">
      <div className="panel-title">
        <h1 ref={title} tabIndex={-1} className="outline-none">
          降价和到货提醒
        </h1>
        <span className="ml-auto text-small font-400 text-ink-2">{open}个等待中</span>
      </div>
      {list.length === 0 && (
        <Empty
          icon="i-lucide-bell"
          title="还没有提醒"
          text="在商品上按“降价通知”或“到货通知”，达到目标价或到货时会告诉您"
        >
          <a className={buttonClass()} href={path('/list')}>
            去看商品
          </a>
        </Empty>
      )}
      <ul>
        {list.map((row) => (
          <AlertLine
            key={`${row.kind}:${row.goods_id}:${row.told_at}`}
            row={row}
            onChange={() => setChanging(row)}
            onEnded={() => void reload()}
          />
        ))}
      </ul>
      {changing && (
        <PriceDialog
          id={changing.goods_id}
          now={changing.price_now ?? ''}
          wanted={changing.price ?? ''}
          isAsked
          onClose={(isChanged) => {
            setChanging(null);
            if (isChanged) void reload();
          }}
        />
      )}
    </section>
  );
}
