import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { call } from '#lib/client/api.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { api } from '#lib/contract/api.ts';

/** Takes a request back, after a question. */
export function WithdrawButton({ id }: { id: number }) {
  const [isBusy, setBusy] = useState(false);

  async function withdraw() {
    const text = '撤回后采购团队不再寻货，确定撤回吗？';
    if (!(await ask({ title: '撤回求购', text, confirm: '确定', cancel: '取消' }))) return;
    setBusy(true);
    try {
      await call(api.withdrawWanted, { id });
      location.reload();
    } catch (error) {
      setBusy(false);
      react(error);
    }
  }

  return (
    <Button kind="plain" size="small" busy={isBusy} onClick={() => void withdraw()}>
      撤回求购
    </Button>
  );
}
