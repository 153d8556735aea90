import { useStore } from '@nanostores/react';
import { useEarly } from '#islands/ui/use-early.ts';
import { $remarks, setRemark, toAll } from '#lib/client/stores/checkout/remarks.ts';
import { roomBeside } from '#lib/rules/orders/remarks.ts';

interface Props {
  /** The order's key; '' is for all merchants. */
  orderKey: string;
  label: string;
  /** Accessible name where the label alone does not identify the order. */
  name?: string;
  placeholder: string;
}

/** The buyer's remark for an order, or for all of them; survives a refresh. */
export function RemarkBox({ orderKey, label, name = label, placeholder }: Props) {
  const remarks = useStore($remarks, { ssr: 'initial' });
  const box = useEarly<HTMLInputElement>(({ value }) => setRemark(orderKey, value));
  // The longest text that it is joined with decides how much fits.
  const beside =
    orderKey === toAll
      ? Object.entries(remarks).reduce(
          (longest, [key, text]) => (key !== toAll && text.length > longest.length ? text : longest),
          '',
        )
      : (remarks[toAll] ?? '');
  return (
    <label className="flex flex-1 items-center gap-2 min-w-240px text-small text-ink-2">
      <span className="whitespace-nowrap">{label}</span>
      <input
        ref={box}
        className="input h-tool text-small"
        maxLength={roomBeside(beside)}
        placeholder={placeholder}
        aria-label={name}
        value={remarks[orderKey] ?? ''}
        onChange={(event) => setRemark(orderKey, event.target.value)}
      />
    </label>
  );
}
