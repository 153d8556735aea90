import { useEffect, useRef, useState } from 'react';
import { type DraftText, saveDraft } from '#lib/client/stores/quick-order/draft.ts';
import { AppError, firstFieldMessage } from '#lib/contract/errors.ts';
import type { PurchaseDraft } from '#lib/contract/quick-order/calls.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';

/** The state of the list on the server. */
export type DraftState =
  | { kind: 'none' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: string }
  | { kind: 'failed'; text: string }
  /** Another page or device has changed it meanwhile: a person chooses one of the two. */
  | { kind: 'conflict'; theirs: PurchaseDraft };

/** Changes are saved after this pause; after a failure it is retried. */
const rest = 800;
const again = 5_000;

interface Waiting extends DraftText {
  keepsLast: boolean;
}

/** Saves the list on the server while it is edited, one change after the other. */
export function useDraft(start: Pick<PurchaseDraft, 'version' | 'saved_at'>) {
  const [state, setState] = useState<DraftState>(
    start.saved_at === null ? { kind: 'none' } : { kind: 'saved', at: start.saved_at },
  );
  const version = useRef(start.version);
  const waiting = useRef<Waiting | null>(null);
  const running = useRef<Promise<void> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isStuck = useRef(false);

  async function send(next: Waiting, isLeaving = false) {
    const { text, rows, keepsLast } = next;
    // A save in progress increases the version by one before this arrives.
    const base = version.current + (isLeaving && running.current ? 1 : 0);
    try {
      const saved = await saveDraft({ version: base, text, rows, keeps_last: keepsLast ? 1 : 0 }, isLeaving);
      version.current = saved.version;
      // Changes made meanwhile are not saved yet.
      if (waiting.current === null) setState({ kind: 'saved', at: saved.saved_at });
    } catch (error) {
      // A newer change includes this one.
      waiting.current ??= next;
      if (error instanceof AppError && error.code === 409 && isDraft(error.data)) {
        isStuck.current = true;
        setState({ kind: 'conflict', theirs: error.data });
        return;
      }
      const isRefused = error instanceof AppError && error.code >= 400 && error.code < 500;
      const text = isRefused ? (firstFieldMessage(error.data) ?? error.message) : '网络不通，稍后自动重试';
      setState({ kind: 'failed', text });
      if (isRefused) waiting.current = null;
      else timer.current = setTimeout(() => void flush(), again);
    }
  }

  /** Saves the current changes; resolves when they are saved, or cannot be. */
  async function flush(): Promise<void> {
    clearTimeout(timer.current);
    // Of several waiting ones the first sends; the others wait for that as well.
    while (running.current) await running.current;
    const next = waiting.current;
    if (next === null || isStuck.current) return;
    waiting.current = null;
    running.current = send(next).finally(() => {
      running.current = null;
    });
    await running.current;
  }

  function save(draft: DraftText, keepsLast = false) {
    waiting.current = { ...draft, keepsLast: keepsLast || (waiting.current?.keepsLast ?? false) };
    if (isStuck.current) return;
    setState({ kind: 'saving' });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), rest);
  }

  useEffect(() => {
    const onHide = () => {
      const next = waiting.current;
      if (document.visibilityState !== 'hidden' || next === null || isStuck.current) return;
      clearTimeout(timer.current);
      waiting.current = null;
      void send(next, true);
    };
    document.addEventListener('visibilitychange', onHide);
    return () => {
      // No retry for a page that is gone.
      isStuck.current = true;
      clearTimeout(timer.current);
      document.removeEventListener('visibilitychange', onHide);
    };
  }, []);

  /** Continues from a list of the server. */
  function follow(draft: Pick<PurchaseDraft, 'version' | 'saved_at'>) {
    isStuck.current = false;
    waiting.current = null;
    version.current = draft.version;
    setState(draft.saved_at === null ? { kind: 'none' } : { kind: 'saved', at: draft.saved_at });
  }

  /** This page's list replaces the server's. */
  function insist(theirs: PurchaseDraft) {
    isStuck.current = false;
    version.current = theirs.version;
    void flush();
  }

  return { state, version, save, flush, follow, insist };
}

function isDraft(data: unknown): data is PurchaseDraft {
  return Array.isArray(fieldOf(data, 'rows'));
}
