import { useEffect, useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Price } from '#islands/ui/Price.tsx';
import { type BridgeValues, openSheet, type SheetEnd } from '#lib/client/stores/orders/in-wechat.ts';

interface Props {
  amount: string;
  subject: string;
  /** Signed by the server, for WeChat alone. */
  values: BridgeValues;
  /** The page that asks the server how it ended. */
  back: string;
}

const texts = {
  left: '没有付款。可以重新打开，或返回换一种方式支付。',
  failed: '没有打开微信支付。请在微信里打开本页，或返回换一种方式支付。',
} satisfies Record<Exclude<SheetEnd, 'done'>, string>;

/** Opens WeChat's sheet at once; whatever it reports, the result page queries the server. */
export function InWechat({ amount, subject, values, back }: Props) {
  const [end, setEnd] = useState<SheetEnd | null>(null);
  const [turn, open] = useState(0);
  useEffect(() => {
    let isHere = true;
    setEnd(null);
    // `turn`: opened once more.
    void openSheet(values).then((said) => {
      if (!isHere) return;
      if (said === 'done') location.replace(back);
      else setEnd(said);
    });
    return () => {
      isHere = false;
    };
  }, [values, back, turn]);
  return (
    <>
      <h1 className="text-large">微信支付</h1>
      <p className="num mt-1 text-small text-ink-2">{subject}</p>
      <p className="my-4">
        应付 <Price yuan={amount} size="big" />
      </p>
      <p role="status" className="mb-5 p-3 rounded bg-card-dim text-small">
        {end === null || end === 'done' ? '正在打开微信支付，付款后自动显示结果，请勿重复付款。' : texts[end]}
      </p>
      <p className="grid gap-2.5">
        {end !== null && (
          <Button size="big" onClick={() => open(turn + 1)}>
            重新打开微信支付
          </Button>
        )}
        <a className={buttonClass('plain')} href={back}>
          查看支付结果
        </a>
      </p>
    </>
  );
}
