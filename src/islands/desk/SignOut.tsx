import { useState } from 'react';
import { logOutOfDesk } from '#lib/client/stores/desk/session.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { path } from '#lib/contract/routes.ts';

/** Ends the session at the desk. */
export function SignOut() {
  const [isBusy, setBusy] = useState(false);
  async function leave() {
    setBusy(true);
    try {
      await logOutOfDesk();
      location.assign(path('/desk/login'));
    } catch (error) {
      react(error);
      setBusy(false);
    }
  }
  return (
    <button
      type="button"
      disabled={isBusy}
      className="inline-flex items-center gap-1 h-touch md:h-tool px-2 border-0 rounded bg-transparent text-night-text cursor-pointer whitespace-nowrap hover:text-white"
      onClick={() => void leave()}
    >
      <span className="i-lucide-log-out text-body" aria-hidden="true" />
      退出
    </button>
  );
}
