import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { isProbablyLoggedIn } from '#lib/client/hint.ts';
import { remind } from '#lib/client/stores/live-room/acts.ts';
import { goToLogin, react } from '#lib/client/stores/shell/react.ts';
import { $toasts, closeToast, showToast } from '#lib/client/stores/shell/toasts.ts';

interface Props {
  id: number;
  initial: boolean;
  /** Title of the room, for screen readers. */
  name: string;
  isBig?: boolean;
}

/** 提醒我: a message when the room goes on air. A visitor is sent to the login page. */
export function RemindButton({ id, initial, name, isBig = false }: Props) {
  const [isOn, setOn] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const key = `remind:${id}`;

  async function press() {
    if (!isProbablyLoggedIn()) return goToLogin();
    setBusy(true);
    try {
      const now = await remind(id, !isOn);
      setOn(now);
      // The message of the press before is no longer true.
      for (const one of $toasts.value ?? []) if (one.key === key) closeToast(one.id);
      showToast('success', now ? '开播时会收到消息' : '已取消提醒', { key });
    } catch (error) {
      react(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      kind={isOn ? 'plain' : 'ghost'}
      size={isBig ? 'big' : 'small'}
      busy={isBusy}
      aria-pressed={isOn}
      aria-label={`${isOn ? '取消提醒' : '开播提醒我'}：${name}`}
      onClick={() => void press()}
    >
      <span className={isOn ? 'i-lucide-bell-ring' : 'i-lucide-bell'} aria-hidden="true" />
      {isOn ? '已设提醒' : '提醒我'}
    </Button>
  );
}
