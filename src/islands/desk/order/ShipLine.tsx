import { RowButton } from '#islands/desk/list/RowButton.tsx';
import type { DeskOrderLine } from '#lib/contract/shipping/schema.ts';
import { CodesCell } from './CodesCell.tsx';

interface Props {
  line: DeskOrderLine;
  mayShip: boolean;
  /** It is not there, or not so much of it. */
  onShort: () => void;
}

/** A line of an order with what goes into the next parcel. */
export function ShipLine({ line, mayShip, onShort }: Props) {
  const { name, unit, left } = line;
  return (
    <tr data-line={left > 0 && mayShip ? line.id : undefined}>
      <td className="min-w-180px">
        <p>
          {line.is_gift === 1 && <span className="text-price">赠 </span>}
          {name}
        </p>
        <p className="text-note text-ink-2">
          {line.spec} · {line.maker}
        </p>
      </td>
      <Pieces of={line.quantity} unit={unit} />
      <Pieces of={line.shipped} unit={unit} />
      <Pieces of={line.refunded} unit={unit} />
      <td className="num text-right whitespace-nowrap">
        {left}
        {unit}
        {line.asked > 0 && (
          <p className="text-note text-price">
            {line.asked}
            {unit}申请退款中
          </p>
        )}
      </td>
      {mayShip &&
        (left > 0 ? (
          <>
            <td>
              <input
                type="number"
                className="input w-80px num"
                name={`pieces-${line.id}`}
                aria-label={`本次发货数量：${name}`}
                min={0}
                max={left}
                defaultValue={left}
              />
            </td>
            <td>
              <select
                className="input px-2"
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
            </td>
            <td>
              <CodesCell id={line.id} name={name} />
            </td>
            <td>
              <RowButton text="缺货" of={name} onPress={onShort} />
            </td>
          </>
        ) : (
          <td colSpan={4} />
        ))}
    </tr>
  );
}

function Pieces({ of, unit }: { of: number; unit: string }) {
  return (
    <td className="num text-right whitespace-nowrap">
      {of}
      {unit}
    </td>
  );
}
