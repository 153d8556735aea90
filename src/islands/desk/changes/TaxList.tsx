import type { ListShape, OpenedList } from '#lib/contract/desk/list.ts';
import type { taxList } from '#lib/contract/desk/lists/tax.ts';
import { ListPage } from '../kit/ListPage.tsx';
import { TableButton } from './TableButton.tsx';

/** Taxes of items: a merchant's people change them, the platform looks at them. */
export function TaxList(opened: OpenedList<typeof taxList>) {
  const { edits }: ListShape = opened.list;
  return (
    <ListPage
      {...opened}
      tools={() => edits !== undefined && <TableButton subject="goods_tax" fields={edits} />}
    />
  );
}
