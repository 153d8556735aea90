import { CopyButton } from '#islands/ui/CopyButton.tsx';
import { PictureList } from '#islands/ui/files/PictureList.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { path } from '#lib/contract/routes.ts';
import type { DeskOrder } from '#lib/contract/shipping/desk-order.ts';
import { showAmount } from '#lib/rules/money/signed-yuan.ts';

/** The money of an order: sums, reductions, payments and refunds. */
export function OrderMoney({ order: { money, trade_no: tradeNo, lines } }: { order: DeskOrder }) {
  const sums = [
    ['商品金额', money.goods],
    ['优惠', money.discount === '0.00' ? money.discount : `-${money.discount}`],
    ['运费', money.freight],
    ['实付', money.pay],
    ['已退款', money.refunded],
  ] as const;
  return (
    <section className="panel" aria-labelledby="money">
      <h2 id="money" className="panel-title">
        金额
      </h2>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 m-0 px-3 md:px-4 py-3 text-small [&_dd]:m-0">
        {sums.map(([text, amount]) => (
          <div key={text} className="flex gap-2">
            <dt className="text-ink-2">{text}</dt>
            <dd className="num">{showAmount(amount)}</dd>
          </div>
        ))}
        <div className="flex gap-2">
          <dt className="text-ink-2">交易号</dt>
          <dd className="num">
            {tradeNo}
            <CopyButton text={tradeNo} of={`交易号${tradeNo}`} />
          </dd>
        </div>
      </dl>
      <div className="px-3 md:px-4 pb-3 overflow-x-auto">
        <table className="w-full text-small [&_th]:(pr-3 font-400 text-ink-2 text-left whitespace-nowrap) [&_td]:(pr-3 py-0.5)">
          <thead>
            <tr>
              <th>商品</th>
              <th className="text-right!">单价</th>
              <th className="text-right!">数量</th>
              <th className="text-right!">优惠</th>
              <th className="text-right!">实付</th>
              <th className="text-right!">已退</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <td className="min-w-120px">{line.name}</td>
                <td className="num text-right">{showAmount(line.unit_price)}</td>
                <td className="num text-right whitespace-nowrap">
                  {line.quantity}
                  {line.unit}
                </td>
                <td className="num text-right">{showAmount(line.discount)}</td>
                <td className="num text-right">{showAmount(line.paid)}</td>
                <td className="num text-right">{showAmount(line.repaid)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {money.reductions.length > 0 && (
          <ul className="m-0 mt-2 p-0 list-none text-small text-ink-2" aria-label="优惠明细">
            {money.reductions.map(({ text, amount }) => (
              <li key={text}>
                {text} <span className="num">{showAmount(amount)}</span>
              </li>
            ))}
          </ul>
        )}
        {money.payments.length > 0 && (
          <ul className="m-0 mt-2 p-0 list-none text-small" aria-label="支付">
            {money.payments.map(({ no, way, status_text: text, serial, share, paid_at: at }, nth) => (
              <li key={no || nth}>
                {way} {text}
                {share !== '' && <span className="num"> {showAmount(share)}</span>}
                {at !== '' && <span className="num text-ink-2"> {momentText(at)}</span>}
                {no !== '' && (
                  <>
                    {' '}
                    <a className="link num" href={path('/desk/payments', undefined, { q: no })}>
                      {no}
                    </a>
                  </>
                )}
                {serial !== '' && <span className="num text-ink-2"> 流水号{serial}</span>}
              </li>
            ))}
          </ul>
        )}
        {money.refunds.length > 0 && (
          <ul className="m-0 mt-2 p-0 list-none text-small" aria-label="退款">
            {money.refunds.map(({ no, amount, status_text: text, reason, created_at: at }) => (
              <li key={no}>
                退款<span className="num">{showAmount(amount)}</span> {text} {reason}{' '}
                <span className="num text-ink-2">{momentText(at)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

/** Cases of an order, and what happened to it. */
export function OrderLog({ order: { cases, log }, seesCases }: { order: DeskOrder; seesCases: boolean }) {
  return (
    <section className="panel" aria-labelledby="log">
      <h2 id="log" className="panel-title">
        售后与经过
      </h2>
      {cases.length > 0 && (
        <ul className="m-0 px-3 md:px-4 pt-3 list-none text-small" aria-label="售后">
          {cases.map(({ id, kind_text: kind, reasons, status_text: text }) => (
            <li key={id}>
              {seesCases ? (
                <a className="link" href={path('/desk/aftersale/[id]', { id })}>
                  售后{id}
                </a>
              ) : (
                `售后${id}`
              )}{' '}
              {kind}（{reasons}） {text}
            </li>
          ))}
        </ul>
      )}
      <ol className="grid gap-1 m-0 px-3 md:px-4 py-3 list-none text-small" aria-label="经过">
        {log.map(({ at, who, status_text: status, text, files }, nth) => (
          <li key={nth} className="flex flex-wrap gap-x-2">
            <span className="num text-ink-2">{momentText(at)}</span>
            <span>{status}</span>
            <span className="text-ink-2">{who}</span>
            <span>{text}</span>
            <PictureList files={files} label="图片" />
          </li>
        ))}
      </ol>
    </section>
  );
}
