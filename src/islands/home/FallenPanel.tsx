import type { BuyerHome } from '#lib/contract/home.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { useFill } from './DuePanel.tsx';
import { panel, panelEmpty, panelHead, panelRow, panelRows } from './panel.ts';

interface Props {
  fallen: BuyerHome['fallen'];
  mayOrder: boolean;
}

/** 常购降价: what is bought regularly and costs less than last time. */
export function FallenPanel({ fallen: { total, list }, mayOrder }: Props) {
  const { isBusy, fill } = useFill();
  return (
    <section className={`${panel} home-fallen`} aria-label="常购降价">
      <h2 className={panelHead}>
        常购降价
        {total > 0 && <span className="font-400 text-small text-ink-2 num">{total}种</span>}
        <a
          className="ml-auto link text-small font-400"
          href={path('/zzfw/kjcg', undefined, { tab: 'bought' })}
        >
          常购商品
        </a>
      </h2>
      {list.length === 0 ? (
        <p className={panelEmpty}>买过2次以上的商品比上次便宜时，列在这里。</p>
      ) : (
        <ul className={panelRows}>
          {list.map((line) => (
            <li key={line.id} className={panelRow}>
              <a
                className="flex-1 min-w-0 truncate hover:text-primary"
                href={path('/list/info/[id]', { id: line.id })}
              >
                <b className="font-500">{line.name}</b>{' '}
                <span className="text-note text-ink-2">{line.ypgg}</span>
              </a>
              <s className="flex-none num text-note text-ink-3">
                <span className="sr-only">上次</span>¥{showYuan(line.last_price)}
              </s>
              <b className="flex-none min-w-bar text-right num font-600 text-price">
                ¥{showYuan(line.price)}
              </b>
              {mayOrder && (
                <button
                  type="button"
                  className="icon-button flex-none w-small h-small text-primary"
                  aria-label={`加入${line.number}${line.bzdw}${line.name}`}
                  title={`按上次的数量加入${line.number}${line.bzdw}`}
                  disabled={isBusy}
                  onClick={() => void fill([line])}
                >
                  <span className="i-lucide-plus text-title" aria-hidden="true" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
