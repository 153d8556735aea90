import { Tag } from '#islands/ui/Tag.tsx';
import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { cases } from '#lib/contract/desk/lists/cases.ts';
import { path } from '#lib/contract/routes.ts';
import { ListPage } from '../kit/ListPage.tsx';
import { OrderNo } from '../list/OrderNo.tsx';

/** After-sale cases of a desk, each with a page of its own. */
export function CaseList(list: OpenedList<typeof cases>) {
  return (
    <ListPage
      {...list}
      onOpen={({ id }) => location.assign(path('/desk/aftersale/[id]', { id }))}
      cells={{
        status: ({ status, has_word: isSaid }) => (
          <>
            {status} {isSaid === 1 && <Tag kind="warn">买家新留言</Tag>}
          </>
        ),
        order_no: ({ order_no: no }) => <OrderNo no={no} what="订单号" />,
      }}
    />
  );
}
