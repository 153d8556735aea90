import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { QrCode } from '#islands/ui/QrCode.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { useKeptFocus } from '#islands/ui/use-kept-focus.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { SellerSession, SellerWire } from '#lib/contract/invoices-desk.ts';
import { showYuan } from '#lib/rules/money/money.ts';

/** A seller with the last answer about its session; null before the first request. */
export interface FoundSession {
  seller: SellerWire;
  session: SellerSession | null;
}

interface Props {
  found: FoundSession;
  /** Asks for session and quota; with `renew` for a new code. Rejects as `call` does. */
  ask: (renew: boolean) => Promise<void>;
}

/** The drawer's session at the tax bureau, with the code to scan, and the quota that is left. */
export function SellerSessionPanel({ found: { seller, session }, ask }: Props) {
  const [isBusy, setBusy] = useState(false);
  const isWaiting = session !== null && session.state !== 'open';
  const place = useKeptFocus<HTMLParagraphElement>(isBusy);

  async function look(renew: boolean) {
    setBusy(true);
    try {
      await ask(renew);
    } catch (error) {
      react(error);
    }
    setBusy(false);
  }

  const hasCode = isWaiting && (session.qr !== null || session.picture !== '');
  const { session_until: until, quota_left: left } = seller;
  return (
    <section className="panel" aria-labelledby="session">
      <h2 id="session" className="panel-title">
        税务局登录和额度
      </h2>
      <div className="grid gap-3 px-3 md:px-4 py-3 text-small">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1" aria-live="polite">
          <Tag kind={until === null ? 'warn' : 'soft'}>{until === null ? '需要登录' : '已登录'}</Tag>
          {until !== null && <span className="num">有效至 {momentText(until)}</span>}
          <span className="num">
            剩余额度 {left === null ? '未查询' : `¥${showYuan(left)}`}
            {seller.quota_total !== null && ` / ¥${showYuan(seller.quota_total)}`}
          </span>
          {seller.is_quota_low === 1 && <Tag kind="warn">低于提醒额度</Tag>}
          {session !== null && <span>{session.text}</span>}
        </p>
        {session?.qr && isWaiting && <QrCode qr={session.qr} label="用电子税务局App扫码登录" />}
        {session !== null && session.picture !== '' && isWaiting && (
          <img src={session.picture} alt="用电子税务局App扫码登录" width="180" height="180" />
        )}
        <p ref={place} className="flex flex-wrap gap-2">
          <Button kind="ghost" busy={isBusy} onClick={() => void look(false)}>
            查询登录和额度
          </Button>
          {(until === null || isWaiting) && (
            <Button kind="plain" disabled={isBusy} onClick={() => void look(true)}>
              {hasCode ? '换一个二维码' : '扫码登录'}
            </Button>
          )}
        </p>
      </div>
    </section>
  );
}
