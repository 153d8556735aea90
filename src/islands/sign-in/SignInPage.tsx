import { useEffect, useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { serverNow } from '#lib/client/clock.ts';
import { openDialog } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { makeUpDay, readSignMonth, signToday } from '#lib/client/stores/sign-in.ts';
import type { SignedOutput, SignInOutput } from '#lib/contract/sign-in.ts';
import { noCardText } from '#lib/rules/points/sign-in.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { SignCalendar } from './SignCalendar.tsx';

interface Props {
  initial: SignInOutput;
  /** Why the person cannot sign; empty where they can. */
  reason: string;
}

/** One's days of this month: signing today, making up a missed day, and what comes next. */
export function SignInPage({ initial, reason }: Props) {
  const [state, setState] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);

  const { today } = state;
  // A page that was open over midnight still says that today is signed.
  useEffect(() => {
    const look = () => {
      const now = dayKey(serverNow());
      if (document.visibilityState === 'visible' && now !== today)
        readSignMonth(now.slice(0, 7)).then(setState, () => undefined);
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [today]);

  async function run(work: () => Promise<SignInOutput>) {
    setBusy(true);
    try {
      setState(await work());
    } catch (error) {
      react(error);
    }
    setBusy(false);
  }

  async function sign(work: () => Promise<SignedOutput>, word: string): Promise<SignedOutput> {
    const done = await work();
    const bonus = done.got_bonuses.map((days) => `，含连签${days}天奖励`).join('');
    showToast('success', `${word}成功，企业积分+${done.got}${bonus}`);
    // The pressed button is gone.
    title.current?.focus();
    return done;
  }

  function askToMakeUp(day: string) {
    if (state.cards === 0) {
      openDialog({ title: '补签', text: `${noCardText(state.bonuses)}。`, confirm: '知道了' });
      return;
    }
    openDialog({
      title: '补签',
      text: `用一张补签卡补签${day}？还有${state.cards}张。`,
      confirm: '补签',
      cancel: '取消',
      onConfirm: () => void run(() => sign(() => makeUpDay(day), '补签')),
    });
  }

  const { is_signed, streak, next, daily, cards } = state;
  return (
    <section className="panel grid lg:grid-cols-[320px_minmax(0,1fr)]">
      <div className="grid content-start gap-4 p-4 md:p-6 bg-[linear-gradient(160deg,var(--primary-wash),var(--card)_75%)]">
        <h1 ref={title} tabIndex={-1} className="text-section outline-none">
          签到
        </h1>
        <p>
          <span className="block text-small text-ink-2">连续签到</span>
          <b className="text-banner font-700 num">{streak}</b> 天
        </p>
        <p className="text-small text-ink-2">
          再签{next.left}天，连签{next.days}天奖励<b className="num text-primary">+{next.points}</b>分
        </p>
        {reason === '' ? (
          <Button
            size="big"
            disabled={is_signed === 1}
            busy={isBusy}
            onClick={() => void run(() => sign(signToday, '签到'))}
          >
            {is_signed === 1 ? '今天已签到' : `签到 +${daily}分`}
          </Button>
        ) : (
          <p className="text-small text-price-ink">{reason}</p>
        )}
        <p className="text-small text-ink-2">
          补签卡 <b className="num text-ink">{cards}</b> 张。在日历里选一个漏签的日子补签。
        </p>
      </div>
      <SignCalendar
        state={state}
        mayMakeUp={reason === '' && !isBusy}
        onMonth={(month) => void run(() => readSignMonth(month))}
        onMakeUp={askToMakeUp}
      />
    </section>
  );
}
