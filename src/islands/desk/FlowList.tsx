import type { ComponentProps } from 'react';
import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { flows } from '#lib/contract/desk/lists/flows.ts';
import { path } from '#lib/contract/routes.ts';
import { ListPage } from './kit/ListPage.tsx';
import { NumberLinks } from './list/NumberLinks.tsx';

/** Breaks with links to the invoices and payments that they are about. */
export function FlowList(list: OpenedList<typeof flows>) {
  return (
    <ListPage
      {...list}
      cells={{
        invoices: ({ invoices, invoice_ids }) => {
          const ids = invoice_ids.split(' ');
          const items = partsOf(invoices).map((no, at) => ({
            no,
            href: path('/desk/invoices/[id]', { id: ids[at] ?? '' }),
          }));
          return linksOf(items, '发票号码', '张发票');
        },
        payments: ({ payments }) => {
          const items = partsOf(payments).map((no) => ({
            no,
            href: path('/desk/payments', undefined, { q: no }),
          }));
          return linksOf(items, '支付单号', '笔支付');
        },
      }}
    />
  );
}

function partsOf(text: string): string[] {
  return text.split(' ').filter((part) => part !== '');
}

/** Undefined for none: a folded row leaves the column out then. */
function linksOf(items: ComponentProps<typeof NumberLinks>['items'], what: string, unit: string) {
  return items.length === 0 ? undefined : <NumberLinks items={items} what={what} unit={unit} />;
}
