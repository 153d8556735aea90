import { PackBox } from '#islands/buy/PackBox.tsx';
import { LineGoods } from '#islands/orders/LineGoods.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { PriceSegments } from '#islands/ui/PriceSegments.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import type { ApprovalWire } from '#lib/contract/approvals.ts';
import { orderLineTypes } from '#lib/contract/order-numbers.ts';
import type { OrderLineWire, OrderWire } from '#lib/contract/orders/order.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { largestQuantity, type QuantityBounds, roundDownTo } from '#lib/rules/terms/quantity.ts';

interface Props {
  order: OrderWire;
  /** Its quantities can be changed now. */
  isOpen: boolean;
  packs: ApprovalWire['packs'];
  /** New quantities by line, 0 for a removed line. */
  numbers: ReadonlyMap<number, number>;
  onNumber: (id: number, number: number, was: number) => void;
}

const fixed: readonly number[] = [orderLineTypes.gift, orderLineTypes.group_buy];

/** One order of a waiting trade, with an input for each quantity. */
export function ApprovalOrder({ order, isOpen, packs, numbers, onNumber }: Props) {
  return (
    <section className="panel" aria-label={`${order.merchant}的订单`}>
      <div className="panel-title">
        <h2>{order.merchant}</h2>
        <Tag kind="plain">{order.status_text}</Tag>
        <span className="ml-auto num text-small">¥{showYuan(order.pay_amount)}</span>
      </div>
      <ul>
        {order.lines.map((line) => (
          <li
            key={line.id}
            className="grid gap-2 md:(grid-cols-[minmax(0,1fr)_auto] items-center) px-3 md:px-4 py-3 border-t border-t-solid border-line first:border-t-0"
          >
            <div className={numbers.get(line.id) === 0 ? 'opacity-50 line-through' : ''}>
              <LineGoods line={line} />
            </div>
            <div className="flex flex-wrap items-center gap-3 justify-end">
              {line.pay_amount !== undefined && (
                <span className="num text-small text-ink-2">
                  {line.price_segments ? (
                    <>
                      <PriceSegments segments={line.price_segments} unit={line.bzdw} />，
                    </>
                  ) : (
                    line.price !== undefined && `¥${showYuan(line.price)}×${line.number}${line.bzdw}，`
                  )}
                  实付¥{showYuan(line.pay_amount)}
                </span>
              )}
              {isOpen ? (
                <LineNumber
                  line={line}
                  pack={packs.find(({ id }) => id === line.id)}
                  number={numbers.get(line.id) ?? line.number}
                  onNumber={onNumber}
                />
              ) : (
                <Count of={line} number={line.number} />
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The least purchase in whole packs; an approver is stopped by stock and limits when the change is saved. */
function boundsOf({ step, min }: { step: number; min: number }): QuantityBounds {
  return { step, min, max: roundDownTo(largestQuantity, step), disabled: false };
}

/** A fixed quantity, in the item's unit. */
function Count({ of: { bzdw }, number }: { of: OrderLineWire; number: number }) {
  return (
    <b className="num">
      ×{number}
      {bzdw}
    </b>
  );
}

function LineNumber({
  line,
  pack,
  number,
  onNumber,
}: {
  line: OrderLineWire;
  pack: ApprovalWire['packs'][number] | undefined;
  number: number;
  onNumber: Props['onNumber'];
}) {
  if (fixed.includes(line.type)) return <Count of={line} number={line.number} />;
  const isSet = line.type === orderLineTypes.combination;
  return (
    <>
      {isSet || number === 0 ? (
        <Count of={line} number={number} />
      ) : (
        <>
          <PackBox
            value={number}
            bounds={boundsOf(pack ?? { step: 1, min: 1 })}
            unit={line.bzdw}
            label={`${line.name} 数量`}
            onNumber={(settled) => onNumber(line.id, settled, line.number)}
          />
          {line.bzdw}
        </>
      )}
      <Button
        kind="plain"
        size="small"
        className="max-md:h-touch"
        aria-label={number === 0 ? `恢复：${line.name}` : `删除：${line.name}`}
        onClick={() => onNumber(line.id, number === 0 ? line.number : 0, line.number)}
      >
        {number === 0 ? '恢复' : '删除'}
      </Button>
    </>
  );
}
