import { useState } from 'react';
import { Lacks } from '#islands/papers/Lacks.tsx';
import { PaperCards } from '#islands/papers/PaperCards.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { handInPapers } from '#lib/client/stores/papers.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { Zizhi } from '#lib/contract/papers.ts';

/**
 * The third step of registration: the documents of the buyer type, saved while they are edited, and submitted together.
 */
export function RegisterPapers({ initial }: { initial: Zizhi }) {
  const [zizhi, setZizhi] = useState(initial);
  const [isBusy, setBusy] = useState(false);

  async function handIn() {
    setBusy(true);
    try {
      await handInPapers();
      location.reload();
    } catch (error) {
      react(error);
      setBusy(false);
    }
  }

  return (
    <div className="grid gap-3">
      <Lacks zizhi={zizhi} />
      <PaperCards zizhi={zizhi} onChange={setZizhi} />
      <Button
        size="big"
        busy={isBusy}
        disabled={zizhi.can_hand_in === 0 || zizhi.lacks.length > 0}
        onClick={() => void handIn()}
      >
        提交审核
      </Button>
      {zizhi.can_change === 0 && <p className="text-small text-ink-2">证件由企业管理员提交。</p>}
    </div>
  );
}
