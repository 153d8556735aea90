import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { call } from '#lib/client/api.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { api } from '#lib/contract/api.ts';
import type { ComingOwnerChange } from '#lib/contract/owner-changes.ts';

/** Changes of an owner's telephone that the platform has passed; any person of the company ends one by a press. */
export function ComingOwnerChanges({ initial }: { initial: readonly ComingOwnerChange[] }) {
  const [changes, setChanges] = useState(initial);
  const [busyId, setBusyId] = useState<number | null>(null);

  async function object({ id }: ComingOwnerChange) {
    setBusyId(id);
    await call(api.objectOwnerChange, { id }).then(() => {
      setChanges((now) => now.filter((one) => one.id !== id));
      showToast('success', '已提出异议，手机号保持不变');
    }, react);
    setBusyId(null);
  }

  return changes.map((change) => (
    <section
      key={change.id}
      aria-label="负责人登录手机号即将更换"
      className="flex flex-wrap items-center gap-3 p-3 md:p-4 rounded bg-promo-wash text-small"
    >
      <p className="flex-1 min-w-200px m-0">
        平台核对证照后，{change.name}的登录手机号将于
        <b className="num">{momentText(change.due_at)}</b>
        {change.from_phone !== '' && (
          <>
            由<span className="num">{change.from_phone}</span>
          </>
        )}
        更换为<span className="num">{change.to_phone}</span>。如非企业本意，请提出异议，更换即刻终止。
      </p>
      <Button kind="danger" busy={busyId === change.id} onClick={() => void object(change)}>
        提出异议
      </Button>
    </section>
  ));
}
