import { useState } from 'react';
import { loadRoom } from '#lib/client/stores/desk/live.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { DeskRoom } from '#lib/contract/live/desk-schema.ts';

export interface CaptionsProps {
  room: DeskRoom;
  onRoom: (room: DeskRoom) => void;
}

/** The address of a recording's captions for desks; empty for none. Others have another one. */
export function captionsAddress({ id, captions }: Pick<DeskRoom, 'id' | 'captions'>): string {
  return captions.name === '' ? '' : `/live/${id}/captions.vtt?desk=1&v=${captions.version}`;
}

/** Acts on captions, one at a time. After a room that was changed meanwhile it shows that room. */
export function useCaptions({ room: { id }, onRoom }: CaptionsProps) {
  const [isBusy, setBusy] = useState(false);

  async function act(call: () => Promise<DeskRoom>, done: string): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      onRoom(await call());
      showToast('success', done);
    } catch (error) {
      react(error);
      if (error instanceof AppError && error.code === 409) await loadRoom(id).then(onRoom, () => undefined);
    }
    setBusy(false);
  }

  return { isBusy, act };
}
