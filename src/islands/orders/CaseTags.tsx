import type { OrderWire } from '#lib/contract/orders/order.ts';
import { path } from '#lib/contract/routes.ts';

/** After-sale of an order next to its status, each a link to its case. `isOpen`: only those with a pending act. */
export function CaseTags({ cases, isOpen = false }: { cases: OrderWire['cases']; isOpen?: boolean }) {
  const shown = isOpen ? cases.filter(({ is_open: open }) => open === 1) : cases;
  if (shown.length === 0) return null;
  return (
    <ul aria-label="售后" className="flex flex-wrap gap-x-3 gap-y-1 text-note">
      {shown.map(({ id, kind_text: kind, status_text: status, is_open: open }) => (
        <li key={id}>
          <a
            className={`underline underline-offset-3 ${open === 1 ? 'text-promo-ink' : 'text-ink-2'}`}
            href={path('/order/sh/[id]', { id })}
          >
            售后·{kind}：{status}
          </a>
        </li>
      ))}
    </ul>
  );
}
