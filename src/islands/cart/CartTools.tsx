import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { type CartOrder, cartOrderOf, cartOrders } from '#lib/rules/purchase/cart-order.ts';
import { columns } from './columns.ts';

interface Props {
  order: CartOrder;
  onOrder: (order: CartOrder) => void;
}

/** The sort order of the lines; it is stored. */
export function OrderBox({ order, onOrder }: Props) {
  return (
    <SelectBox
      label="排列方式"
      hidesLabel
      className="input px-2 w-128px h-tool text-small max-md:(mx-3 my-2)"
      options={Object.entries(cartOrders).map(([value, text]) => ({ value, text }))}
      value={order}
      onChange={(event) => onOrder(cartOrderOf(event.target.value))}
    />
  );
}

/** The column headings; every line has its own labels too. */
export function ColumnHeads() {
  return (
    <div
      aria-hidden="true"
      className={`max-lg:hidden ${columns} px-4 h-small border-t border-t-solid border-line text-note text-ink-2`}
    >
      <span className="col-start-3">商品 / 规格 · 厂家</span>
      <span>效期 / 库存</span>
      <span className="text-right">单价</span>
      <span className="text-center">数量</span>
      <span className="text-right">小计</span>
      <span className="text-center">操作</span>
    </div>
  );
}
