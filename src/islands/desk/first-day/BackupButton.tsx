import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { deskCall } from '#lib/client/stores/desk/session.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { api } from '#lib/contract/api.ts';
import type { BackupAnswer } from '#lib/contract/first-day.ts';
import { path } from '#lib/contract/routes.ts';

/** Begins a backup, and tells what came of it. */
export function BackupButton() {
  const [answer, setAnswer] = useState<BackupAnswer | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function backUp() {
    setBusy(true);
    try {
      setAnswer(await deskCall(api.backUp, {}));
    } catch (error) {
      react(error);
    }
    setBusy(false);
  }

  return (
    <span className="inline-flex flex-wrap items-center gap-3">
      <Button size="small" busy={isBusy} onClick={() => void backUp()}>
        {isBusy ? '正在备份…' : '立即备份'}
      </Button>
      <span role="status">
        {answer?.text}
        {answer?.is_done === 1 && (
          <a className="link underline ml-3" href={path('/desk/first-day')}>
            重新检查
          </a>
        )}
      </span>
    </span>
  );
}
