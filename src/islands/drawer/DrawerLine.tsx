import { memo } from 'react';
import { LineNumber } from '#islands/cart/LineNumber.tsx';
import { deleteLines } from '#lib/client/stores/cart/cart.ts';
import type { CartLineWire } from '#lib/contract/cart/calls.ts';
import { placeholderPath } from '#lib/contract/goods/pictures.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import type { QuotedLine } from '#lib/rules/terms/quote-shape.ts';

interface Props {
  line: CartLineWire;
  /** Undefined where no price may be shown. */
  quoted: QuotedLine | undefined;
  mayOrder: boolean;
}

/** A short line of the cart. */
export const DrawerLine = memo(function DrawerLine({ line, quoted, mayOrder }: Props) {
  const goods = line.goods ?? line.combination?.parts[0]?.goods;
  const name = line.goods?.name ?? line.combination?.name ?? '已失效的商品';
  const refusal = quoted ? quoted.refusal : line.refusal;
  return (
    <li
      className={`drawer-line grid grid-cols-[44px_minmax(0,1fr)_28px] gap-x-2 gap-y-1 px-3 py-2.5 border-t border-t-solid border-line first:border-t-0 ${refusal ? 'bg-card-dim' : ''}`}
    >
      <img
        src={goods?.image ?? placeholderPath}
        alt=""
        width="44"
        height="38"
        loading="lazy"
        decoding="async"
        className="row-span-2 w-touch h-38px rounded-tag object-contain bg-card-dim"
      />
      <p className="min-w-0 text-small leading-18px">
        {line.goods ? (
          <a
            className="block truncate font-500 hover:text-primary"
            href={path('/list/info/[id]', { id: line.goods.id })}
          >
            {name}
          </a>
        ) : (
          <span className="block truncate font-500">{name}</span>
        )}
        <span className="block truncate text-note text-ink-2">{line.combination ? '组合' : goods?.ypgg}</span>
      </p>
      <button
        type="button"
        className="icon-button w-small h-small -mr-1"
        aria-label={`移除${name}`}
        title="移除"
        disabled={!mayOrder}
        onClick={() => void deleteLines([line.id])}
      >
        <span className="i-lucide-trash-2 text-body" aria-hidden="true" />
      </button>
      {quoted && line.price !== undefined && (
        <div className="col-start-2 col-span-2 flex items-center justify-between gap-2">
          <b className={`num text-body ${refusal ? 'text-ink-2' : 'text-price'}`}>
            ¥{showYuan(quoted.gross)}
          </b>
          <span className="flex items-center gap-1.5 text-note text-ink-2">
            <LineNumber
              id={line.id}
              label={`修改${name}`}
              number={line.number}
              bounds={quoted.bounds}
              isDisabled={!mayOrder}
              size="small"
            />
            {line.goods?.bzdw ?? '套'}
          </span>
        </div>
      )}
      {refusal && (
        <p className="col-start-2 col-span-2 text-note text-promo-ink line-clamp-2">{refusal.reason}</p>
      )}
    </li>
  );
}, isSame);

/** A quote creates all lines again; only lines with a visible difference render again. */
function isSame(a: Props, b: Props): boolean {
  return (
    a.line === b.line &&
    a.mayOrder === b.mayOrder &&
    a.quoted?.gross === b.quoted?.gross &&
    a.quoted?.bounds.max === b.quoted?.bounds.max &&
    a.quoted?.bounds.disabled === b.quoted?.bounds.disabled &&
    a.quoted?.refusal?.reason === b.quoted?.refusal?.reason
  );
}
