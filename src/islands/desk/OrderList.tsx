import { buttonClass } from '#islands/ui/Button.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import type { OpenedList, RowOf } from '#lib/contract/desk/list.ts';
import type { orders } from '#lib/contract/desk/lists/orders.ts';
import { path, withQuery } from '#lib/contract/routes.ts';
import { ListPage } from './kit/ListPage.tsx';
import { OrderNo } from './list/OrderNo.tsx';

interface Props extends OpenedList<typeof orders> {
  /** The person may print pick lists. */
  mayPrint: boolean;
  /** The person ships orders. */
  mayShip: boolean;
}

/** Orders of a desk, with pick lists of the ticked ones. */
export function OrderList({ mayPrint, mayShip, ...list }: Props) {
  return (
    <ListPage
      {...list}
      onOpen={({ no }) => location.assign(path('/desk/orders/[no]', { no }))}
      cells={{
        no: ({ no }) => <OrderNo no={no} what="订单号" href={path('/desk/orders/[no]', { no })} />,
        status: (row) => <Status {...row} />,
      }}
      tools={() =>
        mayShip && (
          <a className={buttonClass('plain', 'small', 'max-md:h-touch')} href={path('/desk/dispatch')}>
            批量发货
          </a>
        )
      }
      ticked={
        mayPrint
          ? {
              isFor: ({ lines_left: left }) => left !== null && left > 0,
              links: (ids) => (
                <>
                  <a
                    className={buttonClass('plain', 'small', 'max-md:h-touch')}
                    href={path('/desk/orders/pick/[nos]', { nos: ids.join(',') })}
                  >
                    打印拣货单
                  </a>
                  {mayShip && (
                    <a
                      className={buttonClass('plain', 'small', 'max-md:h-touch')}
                      href={withQuery('/api/desk/dispatch/file', { nos: ids.join(',') })}
                      download
                    >
                      下载发货表
                    </a>
                  )}
                </>
              ),
            }
          : undefined
      }
    />
  );
}

function Status(row: RowOf<typeof orders>) {
  return (
    <span className="inline-flex flex-wrap gap-1 max-md:justify-end">
      <span className="whitespace-nowrap">{row.status}</span>
      {row.is_late === 1 && <Tag kind="warn">超48小时</Tag>}
      {row.hurried_at !== '' && <Tag kind="warn">买家催发货</Tag>}
      {(row.pieces_asked ?? 0) > 0 && <Tag kind="warn">买家申请退款中</Tag>}
      {row.refusal !== '' && <Tag kind="warn">{row.refusal}</Tag>}
      {row.is_quality === 1 && <Tag kind="warn">质量待处理</Tag>}
      {row.is_stuck === 1 && <Tag kind="warn">物流停滞或异常</Tag>}
      {row.is_cold === 1 && <Tag kind="soft">冷链</Tag>}
    </span>
  );
}
