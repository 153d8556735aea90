import { useState } from 'react';
import { usePolled } from '#islands/ui/use-polled.ts';
import { loadConsole, withNews } from '#lib/client/stores/desk/live-console.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { LiveConsole } from '#lib/contract/live/console-schema.ts';

/** Does one thing of the console under a name, for the button that is busy meanwhile; true when it was done. */
export type ConsoleAct = (name: string, call: () => Promise<LiveConsole>) => Promise<boolean>;

/** Properties of each panel of the console. */
export interface ConsoleProps {
  room: LiveConsole;
  /** Name of the act under way; empty for none. */
  busy: string;
  act: ConsoleAct;
}

/** Time between two requests of an open console for new rows, ms. */
const lookMs = 2_000;

/** The console of a room, looked at again every two seconds while it is in sight. */
export function useConsole(initial: LiveConsole) {
  const { id } = initial;
  const { now, take, isLost } = usePolled<LiveConsole>(initial, {
    load: async (): Promise<LiveConsole> => withNews(now, await loadConsole(id, now.after)),
    looks: ({ state }) => (state === 'ready' || state === 'live' ? Number.POSITIVE_INFINITY : 0),
    everyMs: lookMs,
  });
  const [busy, setBusy] = useState('');

  /** Does one thing; a second press of the same meanwhile does nothing. Answers whether it was done. */
  async function act(name: string, call: () => Promise<LiveConsole>): Promise<boolean> {
    if (busy === name) return false;
    setBusy(name);
    try {
      take(await call());
      return true;
    } catch (error) {
      react(error);
      return false;
    } finally {
      setBusy('');
    }
  }

  return { now, busy, isLost, act, take };
}
