import { path } from '#lib/contract/routes.ts';

/** The unpaid or unapproved trade that a coupon counts in, by the end of its number: the way to pay or cancel it. */
export function HoldingTrade({ no }: { no: string }) {
  return (
    <a className="link whitespace-nowrap num" href={path('/order', undefined, { keywords: no })}>
      交易…{no.slice(-6)}
    </a>
  );
}
