import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';

/** Offers the sound alone. Closed, it stays closed for as long as the picture is shown. */
export function PoorNetwork({ onSound }: { onSound: () => void }) {
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;
  return (
    <div
      role="status"
      className="flex items-center gap-2 px-3 py-1 rounded bg-promo-wash text-small text-promo-ink"
    >
      <span className="flex-1 min-w-0">网络不太好，可以只听声音，更流畅也更省流量。</span>
      <Button kind="plain" size="small" onClick={onSound}>
        只听声音
      </Button>
      <button
        type="button"
        className="icon-button flex-none"
        aria-label="关闭提示"
        onClick={() => setClosed(true)}
      >
        <span className="i-lucide-x text-title" aria-hidden="true" />
      </button>
    </div>
  );
}
