import { useRef, useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { dayText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import { endAlert, loadAlerts } from '#lib/client/stores/goods/alerts.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { AlertRow } from '#lib/contract/alerts.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
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

const kinds = { stock: '到货', price: '降价' } satisfies Record<AlertRow['kind'], string>;

interface Props {
  row: AlertRow;
  /** Another price is wanted. */
  onChange: () => void;
  onEnded: () => void;
}

/** One alert: its item, its condition, the item's current price. */
function AlertLine({ row, onChange, onEnded }: Props) {
  const [isBusy, setBusy] = useState(false);
  const { goods_id, kind, name, price, price_now, state_text, told_at } = row;
  const isOpen = told_at === '';

  async function end() {
    setBusy(true);
    if (await endAlert(goods_id, kind)) onEnded();
    setBusy(false);
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 md:px-4 py-3 border-t border-t-solid border-line first:border-t-0">
      <img
        src={row.image}
        alt=""
        width="48"
        height="48"
        loading="lazy"
        className="flex-none w-48px h-auto aspect-square object-contain bg-card-dim rounded-tag"
      />
      <div className="flex-1 min-w-200px">
        <h2 className="flex flex-wrap items-center gap-x-2 text-body">
          <Tag kind={isOpen ? 'soft' : 'plain'}>{kinds[kind]}</Tag>
          <a className="hover:text-primary" href={path('/list/info/[id]', { id: goods_id })}>
            {name}
          </a>
        </h2>
        <p className="mt-0.5 text-note text-ink-2">
          {row.ypgg} · {row.sccj} · {row.merchant}
        </p>
      </div>
      <p className="grid text-small text-ink-2 num min-w-130px">
        {price !== undefined && <span>目标价 低于 ¥{showYuan(price)}</span>}
        {price_now !== undefined && <span>现价 ¥{showYuan(price_now)}</span>}
        {state_text !== '' && <span className="text-promo-ink">{state_text}</span>}
      </p>
      <p className="text-note text-ink-2 num min-w-90px">
        {isOpen ? `${dayText(row.created_at)} 登记` : `${dayText(told_at)} 已通知`}
      </p>
      {isOpen && (
        <div className="flex gap-2">
          {kind === 'price' && (
            <Button kind="plain" size="small" aria-label={`改目标价：${name}`} onClick={onChange}>
              改价
            </Button>
          )}
          <Button
            kind="plain"
            size="small"
            aria-label={`取消${kinds[kind]}通知：${name}`}
            busy={isBusy}
            onClick={() => void end()}
          >
            取消
          </Button>
        </div>
      )}
    </li>
  );
}
