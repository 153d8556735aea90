import { PackBox } from '#islands/buy/PackBox.tsx';
import { boundsOf } from '#islands/quick-order/amounts.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import { Tick } from '#islands/ui/Tick.tsx';
import type { TagKind } from '#islands/ui/tag-kinds.ts';
import type { RebuyRow } from '#lib/contract/orders/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';

interface Props {
  row: RebuyRow;
  number: number;
  isChosen: boolean;
  onChoose: (isOn: boolean) => void;
  onNumber: (number: number) => void;
}

const kinds: Record<RebuyRow['changes'][number]['kind'], TagKind> = {
  in_cart: 'info',
  gone: 'plain',
  stand_in: 'info',
  dearer: 'warn',
  cheaper: 'soft',
  number: 'promo',
  sooner: 'promo',
  later: 'soft',
};

/** One item of the order: then and now side by side. */
export function RebuyLine({ row, number, isChosen, onChoose, onNumber }: Props) {
  const { goods } = row;
  const canBuy = goods !== null && row.number > 0;
  const bounds = goods === null ? null : boundsOf(goods);
  const id = goods?.id ?? row.goods_id;
  return (
    <li
      aria-label={row.name}
      className="grid grid-cols-[20px_minmax(0,1fr)] sm:grid-cols-[20px_minmax(0,1fr)_150px_124px] gap-x-3 gap-y-2 items-center px-3 py-2.5 border-t border-t-solid border-line first:border-t-0"
    >
      <Tick label={`选中${row.name}`} isOn={isChosen && canBuy} isDisabled={!canBuy} onChange={onChoose} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <a
            className="font-600 hover:text-primary"
            href={path('/list/info/[id]', { id })}
            target="_blank"
            rel="noreferrer"
          >
            {row.name}
          </a>
          <span className="text-small">{row.ypgg}</span>
        </p>
        <p className="text-note text-ink-2 truncate">
          {goods === null ? row.sccj : `${goods.sccj} · ${goods.sjly.remarks}`}
        </p>
        {row.changes.length > 0 ? (
          <p className="flex flex-wrap gap-1 mt-1">
            {row.changes.map(({ kind, text }) =>
              // A reason is a sentence and has to break.
              kind === 'gone' ? (
                <span key={kind} className="w-full text-note text-promo-ink">
                  {text}
                </span>
              ) : (
                <Tag key={kind} kind={kinds[kind]}>
                  {text}
                </Tag>
              ),
            )}
          </p>
        ) : (
          <p className="text-note text-primary-ink">与上次一样</p>
        )}
      </div>
      <p className="col-start-2 sm:col-start-auto text-note text-ink-2 num leading-20px">
        上次 {row.price_then !== undefined && `¥${showYuan(row.price_then)} × `}
        {row.number_then}
        {row.bzdw}
        {row.price_now !== undefined && (
          <span className="block">
            现在 <b className="text-body text-price">¥{showYuan(row.price_now)}</b>
            {goods && ` · 库存${goods.number_label}`}
          </span>
        )}
      </p>
      {canBuy && bounds && (
        <div className="col-start-2 sm:col-start-auto w-124px">
          <PackBox
            value={number}
            bounds={bounds}
            unit={row.bzdw}
            label={`${row.name} 数量`}
            onNumber={onNumber}
          />
        </div>
      )}
    </li>
  );
}
