import { expiryText, stockText } from '#islands/goods/words.ts';
import type { GoodsItem } from '#lib/contract/goods/calls.ts';
import { path } from '#lib/contract/routes.ts';

/** The matched item of a row: product, merchant, shelf life, stock. */
export function Taken({ goods }: { goods: GoodsItem }) {
  const facts = `${goods.sjly.remarks} · ${expiryText(goods)} · ${stockText(goods)}`;
  return (
    <>
      <p className="leading-18px xl:truncate" title={`${goods.name} ${goods.ypgg} ${goods.sccj}`}>
        <a
          className="font-600 hover:text-primary"
          href={path('/list/info/[id]', { id: goods.id })}
          target="_blank"
          rel="noreferrer"
        >
          {goods.name}
        </a>{' '}
        <span className="text-small">{goods.ypgg}</span>{' '}
        <span className="text-note text-ink-2">{goods.sccj}</span>
      </p>
      <p className="text-note leading-16px text-ink-2 num xl:truncate" title={facts}>
        {facts}
      </p>
    </>
  );
}
