import { buttonClass } from '#islands/ui/Button.tsx';
import { path } from '#lib/contract/routes.ts';

/** Finds orders by number or item; a plain form, so that the address contains the search. */
export function OrderSearch({ status, keywords }: { status: string; keywords: string }) {
  return (
    <search>
      <form action={path('/order')} className="flex flex-wrap items-center gap-2 px-3 md:px-4 py-2.5">
        {status !== '' && <input type="hidden" name="status" value={status} />}
        <input
          type="search"
          name="keywords"
          defaultValue={keywords}
          maxLength={100}
          aria-label="搜索订单"
          placeholder="订单号、交易号或商品名称"
          className="input flex-1 md:max-w-320px min-w-160px"
        />
        <button type="submit" className={buttonClass('ghost')}>
          查询
        </button>
        {keywords !== '' && (
          <a className={buttonClass('text')} href={path('/order', undefined, { status })}>
            清除
          </a>
        )}
      </form>
    </search>
  );
}
