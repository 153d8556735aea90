import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { react } from '#lib/client/stores/shell/react.ts';
import { scanWechat } from '#lib/client/stores/wechat.ts';

/** Leads to the QR code of WeChat. */
export function WechatButton({ text, next }: { text: string; next: string }) {
  const [isLeaving, setLeaving] = useState(false);

  function leave() {
    setLeaving(true);
    scanWechat(next).catch((error: unknown) => {
      setLeaving(false);
      react(error);
    });
  }

  return (
    <Button kind="plain" size="big" className="w-full" busy={isLeaving} onClick={leave}>
      <span className="i-lucide-scan-qr-code text-head mr-1.5" aria-hidden="true" />
      {text}
    </Button>
  );
}
