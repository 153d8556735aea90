import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { pointsGoodsList } from '#lib/contract/desk/lists/points-goods.ts';
import type { pointsOrdersList } from '#lib/contract/desk/lists/points-orders.ts';
import { path } from '#lib/contract/routes.ts';
import { isKind } from '#lib/rules/points/mall.ts';
import { countText } from '#lib/rules/points/units.ts';
import { ListPage } from '../kit/ListPage.tsx';
import { Pictures } from '../list/Pictures.tsx';

/** A number with the unit of its kind: coupons are counted by sheet. */
const counted = (kind: string | null, count: number | null) =>
  kind !== null && count !== null && isKind(kind) ? countText(kind, count) : undefined;

/** The list of goods of the points mall, with a link to a new one. */
export function PointsGoodsList(list: OpenedList<typeof pointsGoodsList>) {
  const tools = () => (
    <a className="btn btn-small" href={path('/desk/points-goods/new')}>
      新增商品
    </a>
  );
  return (
    <ListPage
      {...list}
      tools={tools}
      cells={{
        stock: ({ kind, stock }) => counted(kind, stock),
        sold: ({ kind, sold }) => counted(kind, sold),
        limit_count: ({ kind, limit_count: limit }) => counted(kind, limit),
      }}
    />
  );
}

/** Orders of the points mall with pictures of what came damaged, and the way to the table that ships many. */
export function PointsOrdersList(list: OpenedList<typeof pointsOrdersList>) {
  const tools = () => (
    <a className="btn-plain btn-small" href={path('/desk/points-orders/table')}>
      批量发货
    </a>
  );
  return (
    <ListPage
      {...list}
      tools={tools}
      cells={{
        quantity: ({ kind, quantity }) => counted(kind, quantity),
        case_pictures: ({ case_pictures: ids }) =>
          ids === '' ? undefined : <Pictures ids={ids.split(',')} isSmall />,
      }}
      details={({ case_pictures: ids, may_answer: isAsked }) =>
        isAsked === 1 && ids !== '' && <Pictures ids={ids.split(',')} />
      }
    />
  );
}
