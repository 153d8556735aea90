import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { $mall, loadMall } from '#lib/client/stores/mall.ts';
import type { MallGoodsInput } from '#lib/contract/mall.ts';
import { path } from '#lib/contract/routes.ts';
import { showCount } from '#lib/rules/money/money.ts';

/** The points of the company; it loads the buyer's own state of all that the page shows. */
export function MallBar({ input }: { input: MallGoodsInput }) {
  const mall = useStore($mall, { ssr: 'initial' });
  useEffect(() => void loadMall(input), [input]);
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {mall === null ? (
        <>
          <span className="text-small text-ink-2" role="status">
            暂时读不到企业积分
          </span>
          <Button kind="text" size="small" onClick={() => void loadMall(input)}>
            重新加载
          </Button>
        </>
      ) : mall?.usable === null ? (
        // The session has ended: the answer is that of a visitor.
        <a
          className="link text-small"
          href={path('/login', undefined, { next: location.pathname + location.search })}
        >
          登录后查看企业积分
        </a>
      ) : (
        <a className="text-small text-ink-2 hover:text-primary" href={path('/wdqb/jfgl')}>
          企业可用积分
          <b className="ml-1.5 text-head text-ink num">{mall ? showCount(mall.usable) : '–'}</b>
        </a>
      )}
      <a className="link text-small" href={path('/order/jfdd')}>
        积分订单
      </a>
    </span>
  );
}
