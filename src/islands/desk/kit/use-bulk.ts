import { useEffect, useRef, useState } from 'react';
import { actOnMany, bulkRuns, stopBulk } from '#lib/client/stores/desk/lists.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { BulkRunWire } from '#lib/contract/desk/bulk.ts';
import { type ListShape, listName } from '#lib/contract/desk/list.ts';
import type { BulkDone } from '#lib/contract/desk/schemas.ts';
import { AppError } from '#lib/contract/errors.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';

/** A search and its number of rows as shown on the page; `isMore`: the count stopped at its limit. */
export interface Found {
  search: string;
  count: number;
  isMore: boolean;
}

export interface Press {
  name: string;
  text: string;
  fields: Record<string, string>;
}

/** While the server works, it is asked again after so many ms. */
const lookAgainAfter = 1_500;

/** Acts on many rows: a few are answered at once, more are a run of the server that every reader of the list sees. */
export function useBulk(list: ListShape, initial: readonly BulkRunWire[], onDone: () => void) {
  const [runs, setRuns] = useState(initial);
  const [refused, setRefused] = useState<BulkDone['refused']>([]);
  /** The press without an answer yet: pressed again it is the same one, which begins no second run. */
  const open = useRef<{ key: string; token: string } | null>(null);
  const isWorking = runs.some(({ ended_at: endedAt }) => endedAt === '');

  useEffect(() => {
    if (!isWorking) return;
    const timer = setTimeout(() => {
      bulkRuns(listName(list)).then((now) => {
        setRuns(now);
        if (now.every(({ ended_at: endedAt }) => endedAt !== '')) onDone();
      }, react);
    }, lookAgainAfter);
    return () => clearTimeout(timer);
  });

  async function begin(press: Press, target: readonly (string | number)[] | Found): Promise<void> {
    const { name, text, fields } = press;
    const isFound = 'search' in target;
    const asked = isFound
      ? { ids: [], search: target.search, count: target.isMore ? 0 : target.count }
      : { ids: target, search: '', count: 0 };
    const key = JSON.stringify([name, fields, asked]);
    if (open.current?.key !== key) open.current = { key, token: crypto.randomUUID() };
    const { token } = open.current;
    const done = await actOnMany(list.page, name, { ...fields, ...asked, token }).catch((error: unknown) =>
      again(error, press, target),
    );
    open.current = null;
    if (done === null) return;
    const { run } = done;
    if (run !== null) setRuns((now) => [run, ...now.filter(({ id }) => id !== run.id)]);
    else {
      setRefused(done.refused);
      if (done.done > 0) showToast('success', `${text}：已完成${done.done}条`);
      onDone();
    }
  }

  /** The search finds another number by now, or was not counted to its end: the person is asked for that one. */
  async function again(
    error: unknown,
    press: Press,
    target: readonly (string | number)[] | Found,
  ): Promise<null> {
    const found = error instanceof AppError && error.code === 409 ? fieldOf(error.data, 'found') : undefined;
    if (typeof found !== 'number' || !('search' in target)) throw error;
    const isYes = await ask({
      title: press.text,
      text: target.isMore
        ? `共找到${found}条，全部${press.text}？`
        : `现在找到${found}条，与刚才的${target.count}条不同，全部${press.text}？`,
      confirm: press.text,
      cancel: '取消',
    });
    if (isYes) await begin(press, { ...target, count: found, isMore: false });
    return null;
  }

  async function stop(id: number): Promise<void> {
    const stopped = await stopBulk(id);
    setRuns((now) => now.map((run) => (run.id === id ? stopped : run)));
  }

  return {
    runs,
    refused,
    forget: () => setRefused([]),
    begin,
    stop: (id: number) => stop(id).catch(react),
  };
}

export type BulkWork = ReturnType<typeof useBulk>;
