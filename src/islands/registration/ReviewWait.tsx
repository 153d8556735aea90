import { useEffect, useState } from 'react';
import { useNews } from '#islands/shell/use-news.ts';
import { buttonClass } from '#islands/ui/Button.tsx';
import { listenToNews } from '#lib/client/stores/live/events.ts';
import { loadRegistration } from '#lib/client/stores/registration/registration.ts';
import type { RegisterStatus } from '#lib/contract/registration/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { isOnItsWayIn, mayRegister } from '#lib/rules/companies/registration.ts';

interface Props {
  initial: RegisterStatus;
  serviceHours: string;
}

/** A submission waits for the desk: an open page is notified of the decision. */
export function ReviewWait({ initial, serviceHours }: Props) {
  const [isIn, setIn] = useState(false);
  async function look() {
    const { state } = await loadRegistration();
    // A returned application is corrected on this very page.
    if (mayRegister(state)) location.reload();
    else setIn(!isOnItsWayIn(state));
  }
  useNews('message', () => void look().catch(() => undefined));
  // The pages of registration have a frame without counts, which does not subscribe to news.
  useEffect(listenToNews, []);
  return (
    <>
      <div role="status">
        {isIn ? (
          <p>
            <b>{initial.company.name}</b> 的资料审核已通过，现在可以查看价格和下单。
          </p>
        ) : (
          <>
            <p>
              <b>{initial.company.name}</b> 的资料已提交，正在审核。工作时间（{serviceHours}
              ）交齐的资料一般当天审核，结果会显示在这里，也会发到
              <a className="link underline" href={path('/zhzx/wdxx')}>
                我的消息
              </a>
              。
            </p>
            <p className="mt-2 text-ink-2">审核期间可以登录和浏览，通过后可见价格和下单。</p>
          </>
        )}
      </div>
      <a className={buttonClass('primary', 'big', 'mt-5')} href={path('/')}>
        {isIn ? '开始采购' : '先去逛逛'}
      </a>
    </>
  );
}
