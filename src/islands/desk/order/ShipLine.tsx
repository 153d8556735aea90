import type { ReactNode } from 'react';
import { RowButton } from '#islands/desk/list/RowButton.tsx';
import type { DeskOrderLine } from '#lib/contract/shipping/desk-order.ts';
import { CodesCell } from './CodesCell.tsx';

interface Props {
  line: DeskOrderLine;
  mayShip: boolean;
  /** Reports that it is missing, or partly missing. */
  onShort: () => void;
}

/** A line of an order with what goes into the next parcel. */
export function ShipLine({ line, mayShip, onShort }: Props) {
  const { name, unit, left } = line;
  return (
    <tr
      role="row"
      data-line={left > 0 && mayShip ? line.id : undefined}
      className="max-md:(grid gap-1.5 px-3 py-3 border-t border-t-solid border-line)"
    >
      <td role="cell" className="md:min-w-180px max-md:text-body">
        <p>
          {line.is_gift === 1 && <span className="text-price">赠 </span>}
          {name}
        </p>
        <p className="text-note text-ink-2">
          {line.spec} · {line.maker}
        </p>
      </td>
      <Pieces label="订购" of={line.quantity} unit={unit} />
      <Pieces label="已发" of={line.shipped} unit={unit} />
      <Pieces label="已退" of={line.refunded} unit={unit} />
      <Cell label="待发" className="num text-right whitespace-nowrap">
        <span>
          {left}
          {unit}
          {line.asked > 0 && (
            <span className="block text-note text-price">
              {line.asked}
              {unit}申请退款中
            </span>
          )}
        </span>
      </Cell>
      {mayShip &&
        (left > 0 ? (
          <>
            <Cell label="本次发货">
              <input
                type="number"
                className="input w-80px num"
                name={`pieces-${line.id}`}
                aria-label={`本次发货数量：${name}`}
                min={0}
                max={left}
                defaultValue={left}
              />
            </Cell>
            <Cell label="批次">
              <select
                className="input px-2 max-md:max-w-64"
                name={`lot-${line.id}`}
                aria-label={`批次：${name}`}
                defaultValue=""
              >
                <option value="">近效期先出{line.due === '' ? '' : `（${line.due}）`}</option>
                {line.lots.map((lot) => (
                  <option key={lot.id} value={lot.id}>
                    {lot.lot_no}，至{lot.expires_on}，可发{lot.free}
                    {unit}
                  </option>
                ))}
              </select>
            </Cell>
            <Cell label="追溯码">
              <div>
                <CodesCell id={line.id} name={name} />
              </div>
            </Cell>
            <Cell label="操作">
              <RowButton text="缺货" of={name} onPress={onShort} />
            </Cell>
          </>
        ) : (
          <td role="cell" colSpan={4} className="max-md:hidden" />
        ))}
    </tr>
  );
}

function Pieces({ label, of, unit }: { label: string; of: number; unit: string }) {
  return (
    <Cell label={label} className="num text-right whitespace-nowrap">
      <span>
        {of}
        {unit}
      </span>
    </Cell>
  );
}

interface CellProps {
  /** Its heading, next to it where the row is a card. */
  label: string;
  className?: string;
  children: ReactNode;
}

function Cell({ label, className = '', children }: CellProps) {
  return (
    <td role="cell" className={`max-md:(flex justify-between items-center gap-3) ${className}`}>
      <span aria-hidden="true" className="md:hidden text-ink-2 whitespace-nowrap">
        {label}
      </span>
      {children}
    </td>
  );
}
