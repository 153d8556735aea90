import type { BuyerHome } from '#lib/contract/home.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { panel, panelEmpty, panelHead, panelRow } from './panel.ts';

/** Coupons that end soon: used first. */
export function EndingCoupons({ coupons: { total, list } }: Pick<BuyerHome, 'coupons'>) {
  return (
    <section className={`${panel} home-coupons`} aria-label="快到期的券">
      <h2 className={panelHead}>
        快到期的券
        {total > 0 && <span className="font-400 text-small text-ink-2 num">{total}张</span>}
        <a className="ml-auto link text-small font-400" href={path(total > 0 ? '/wdqb/yhq' : '/lqzx')}>
          {total > 0 ? '看全部' : '去领券'}
        </a>
      </h2>
      {list.length === 0 ? (
        <p className={panelEmpty}>7天内没有券到期。</p>
      ) : (
        <ul className="py-0.5">
          {list.map(({ id, name, merchant, amount, value, days }) => (
            <li key={id} className={panelRow} title={`${name}，${merchant}`}>
              <b className="num font-600 text-price">¥{showYuan(value)}</b>
              <span className="flex-1 min-w-0 truncate text-ink-2 num">
                {Number(amount) > 0 ? `满${showYuan(amount)}` : '无门槛'} · {merchant}
              </span>
              <span className="flex-none text-note text-promo-ink">
                {days === 0 ? '今天到期' : `${days}天后到期`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
