import { OrderNo } from './OrderNo.tsx';

/** More of them are opened. */
const shown = 2;

interface Props {
  /** Long numbers with the addresses of what they name. */
  items: readonly { no: string; href: string }[];
  /** The kind of a number, read out by screen readers: 订单号. */
  what: string;
  /** The unit behind a count of several: 个订单. */
  unit: string;
}

/** Numbers of a cell, each with its link: two beside each other, more behind their count. */
export function NumberLinks({ items, what, unit }: Props) {
  const links = items.map(({ no, href }) => <OrderNo key={no} no={no} what={what} href={href} />);
  if (items.length <= shown) return <span className="inline-flex flex-wrap gap-x-3">{links}</span>;
  return (
    <details>
      <summary className="link whitespace-nowrap cursor-pointer">
        {items.length}
        {unit}
      </summary>
      <span className="grid gap-1">{links}</span>
    </details>
  );
}
