import { useStore } from '@nanostores/react';
import { useEarly } from '#islands/ui/use-early.ts';
import { $remarks, setRemark, toAll } from '#lib/client/stores/checkout/remarks.ts';
import { roomBeside } from '#lib/rules/orders/remarks.ts';

interface Props {
  /** The order's key; '' is what all merchants are told. */
  orderKey: string;
  label: string;
  /** Read out where the label alone would not tell which order. */
  name?: string;
  placeholder: string;
}

/** What the buyer says with an order, or with all of them; kept over a refresh. */
export function RemarkBox({ orderKey, label, name = label, placeholder }: Props) {
  const remarks = useStore($remarks, { ssr: 'initial' });
  const box = useEarly<HTMLInputElement>(({ value }) => setRemark(orderKey, value));
  // The longest of what it is joined with decides how much fits.
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
