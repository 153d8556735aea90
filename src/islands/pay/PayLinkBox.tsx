import { useEffect, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { QrCode } from '#islands/ui/QrCode.tsx';
import { makePayLink, revokePayLink, watchLink } from '#lib/client/stores/orders/pay-links.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { PayLink } from '#lib/contract/payments/links.ts';
import { Countdown } from './Countdown.tsx';

interface Props {
  tradeNo: string;
  /** Empty where none was made. */
  initial: PayLink;
  /** The server's clock, ISO 8601. */
  now: string;
}

/** 找人代付: a link for somebody else, created, shared and revoked; payments by it are shown here. */
export function PayLinkBox({ tradeNo, initial, now }: Props) {
  const [link, setLink] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const { url } = link;
  useEffect(() => {
    const token = url.split('/').at(-1) ?? '';
    if (token === '') return;
    return watchLink(token, ({ state }) => {
      // The page knows the result: it opens the result page.
      if (state !== 'open' && state !== 'revoked') location.reload();
    });
  }, [url]);

  async function change(work: (tradeNo: string) => Promise<PayLink>) {
    setBusy(true);
    try {
      setLink(await work(tradeNo));
    } catch (error) {
      react(error);
    }
    setBusy(false);
  }

  async function revoke() {
    const isSure = await ask({
      title: '收回代付链接',
      text: '收回后对方不能再用它付款；已经扫出的付款码会关闭，之后到的钱原路退回。',
      confirm: '收回',
      cancel: '再看看',
    });
    if (isSure) await change(revokePayLink);
  }

  return (
    <section className="panel" aria-labelledby="pay-link">
      <h2 id="pay-link" className="panel-title scroll-mt-76px">
        找人代付
      </h2>
      {url === '' ? (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 px-4 py-3.5">
          <p className="flex-1 min-w-240px text-small text-ink-2">
            把付款链接发给别人，对方无需登录，只看到商家和总金额，看不到商品和单价。
          </p>
          <Button kind="plain" busy={isBusy} onClick={() => void change(makePayLink)}>
            生成代付链接
          </Button>
        </div>
      ) : (
        <div className="grid sm:grid-cols-[auto_minmax(0,1fr)] gap-5 items-center justify-items-center sm:justify-items-start p-4 md:p-6">
          {link.qr && <QrCode qr={link.qr} label="代付链接二维码" />}
          <div className="grid gap-3 w-full min-w-0">
            <p className="num text-small break-all" data-testid="pay-link">
              {url}
            </p>
            <p className="text-small text-ink-2">
              <Countdown until={link.until} now={now} />{' '}
              内有效，订单付清或取消后自动失效。对方付款后本页自动更新；您仍可自己付款，只会收一次钱。
            </p>
            <div className="flex flex-wrap gap-2.5">
              <Button kind="plain" onClick={() => void copy(url)}>
                复制链接
              </Button>
              <Button kind="plain" busy={isBusy} onClick={() => void revoke()}>
                收回链接
              </Button>
            </div>
          </div>
        </div>
      )}
    </section>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast('success', '已复制，可以发给对方了');
  } catch {
    showToast('warning', '复制失败，请手动选择复制');
  }
}
