import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
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

/** The remark of one order, on demand: most orders have none. One that was written before is shown. */
export function FoldedRemark({ orderKey, place }: { orderKey: string; place: string }) {
  const [isOpen, setOpen] = useState(false);
  const hasText = (useStore($remarks, { ssr: 'initial' })[orderKey] ?? '') !== '';
  useEffect(() => {
    if (hasText) setOpen(true);
  }, [hasText]);
  return (
    <details
      open={isOpen}
      className={isOpen ? 'flex-1 min-w-240px max-md:(order-last basis-full)' : ''}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="w-fit py-1 text-note text-info cursor-pointer">
        {hasText ? '订单备注' : '加备注'}
      </summary>
      <div className="flex py-1">
        <RemarkBox
          orderKey={orderKey}
          label=""
          name={`订单备注（${place}）`}
          placeholder="选填，只给这个商家的说明"
        />
      </div>
    </details>
  );
}
