import type { OrderWire } from '#lib/contract/orders/order.ts';
import { path } from '#lib/contract/routes.ts';

type Props = Pick<OrderWire, 'no' | 'invoice' | 'actions'>;

/** The state of an order's invoices, 发票开票中 where no label stands before it: a link for who looks after invoices, words for the others. Nothing before shipping. */
export function InvoiceTag({ no, invoice, actions }: Props) {
  if (invoice.state === 'none') return null;
  if (!actions.includes('invoice')) return <span className="text-note text-ink-2">{invoice.text}</span>;
  const href =
    invoice.id > 0 ? path('/zzfw/dzfp/[id]', { id: invoice.id }) : path('/zzfw/dzfp', undefined, { no });
  return (
    <a className="text-note text-ink-2 underline underline-offset-3 whitespace-nowrap" href={href}>
      {invoice.text}
    </a>
  );
}
