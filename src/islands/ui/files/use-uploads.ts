import { useEffect, useRef, useState } from 'react';
import { AppError, firstFieldMessage } from '#lib/contract/errors.ts';

export interface Upload {
  key: number;
  file: File;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  /** The sent share, from 0 to 1. */
  fraction: number;
  /** Why it failed. */
  message: string | null;
}

/** Sends one file; `onProgress` gets the sent share, from 0 to 1. */
export type SendFile = (
  file: File,
  options: { signal: AbortSignal; onProgress: (fraction: number) => void },
) => Promise<unknown>;

export interface Uploads {
  list: readonly Upload[];
  isBusy: boolean;
  add: (files: readonly File[]) => void;
  /** Takes it away; what is being sent is cut off. What the server has stays there. */
  remove: (key: number) => void;
  /** Sends what failed again. */
  retry: (key: number) => void;
}

/** Files on their way to the server, one after the other: a slow line carries one whole file before half of five. */
export function useUploads(send: SendFile): Uploads {
  const [list, setList] = useState<readonly Upload[]>([]);
  const latest = useRef(list);
  const sending = useRef<{ key: number; cut: AbortController } | null>(null);
  const lastKey = useRef(0);
  const isGone = useRef(false);
  const how = useRef(send);
  how.current = send;

  function hold(next: readonly Upload[]) {
    latest.current = next;
    setList(next);
  }
  function put(key: number, change: Partial<Upload>) {
    hold(latest.current.map((one) => (one.key === key ? { ...one, ...change } : one)));
  }

  async function sendNext(): Promise<void> {
    const next = latest.current.find(({ state }) => state === 'waiting');
    if (sending.current !== null || next === undefined) return;
    const { key, file } = next;
    const cut = new AbortController();
    sending.current = { key, cut };
    put(key, { state: 'sending', fraction: 0, message: null });
    const onProgress = (fraction: number) => {
      if (sending.current?.key === key) put(key, { fraction });
    };
    try {
      await how.current(file, { signal: cut.signal, onProgress });
      put(key, { state: 'done', fraction: 1 });
    } catch (error) {
      put(key, { state: 'failed', message: messageOf(error) });
    }
    sending.current = null;
    if (!isGone.current) await sendNext();
  }

  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      sending.current?.cut.abort();
    };
  }, []);

  return {
    list,
    isBusy: list.some(({ state }) => state === 'waiting' || state === 'sending'),
    add(files) {
      const added = files.map<Upload>((file) => {
        lastKey.current += 1;
        return { key: lastKey.current, file, state: 'waiting', fraction: 0, message: null };
      });
      hold([...latest.current, ...added]);
      void sendNext();
    },
    remove(key) {
      hold(latest.current.filter((one) => one.key !== key));
      if (sending.current?.key === key) sending.current.cut.abort();
    },
    retry(key) {
      put(key, { state: 'waiting', fraction: 0, message: null });
      void sendNext();
    },
  };
}

function messageOf(error: unknown): string {
  if (error instanceof AppError) return firstFieldMessage(error.data) ?? error.message;
  return '网络不通，请重试';
}
