import { type RefObject, useState } from 'react';
import { matchPurchase, type PurchaseItem } from '#lib/client/stores/quick-order/quick-order.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { maxFormLines } from '#lib/contract/constants.ts';
import { AppError, firstFieldMessage } from '#lib/contract/errors.ts';
import type { TableMapping } from '#lib/contract/tables.ts';

type Source = { text: string } | { file: File };

/** A table that was read, so that it can be read by other columns. */
interface ReadTable {
  source: Source;
  mapping: TableMapping;
  /** Keys of the resulting rows. */
  keys: ReadonlySet<number>;
}

interface List {
  latest: RefObject<{ items: readonly PurchaseItem[]; text: string }>;
  hold: (next: { items: readonly PurchaseItem[]; text?: string }) => void;
  onWork: (isOn: boolean) => void;
}

/** Matches pasted or dropped input, and again with other columns: then its rows replace the former ones. */
export function useMatch({ latest, hold, onWork }: List) {
  const [error, setError] = useState<string | null>(null);
  const [table, setTable] = useState<ReadTable | null>(null);

  async function match(source: Source, again?: { columns: string[]; keys: ReadonlySet<number> }) {
    onWork(true);
    setError(null);
    try {
      const {
        items: found,
        table: mapping,
        leftOut,
      } = await matchPurchase({
        ...source,
        ...(again && { columns: again.columns }),
      });
      const remaining = latest.current.items.filter(({ key }) => !again?.keys.has(key));
      const all = [...remaining, ...found];
      // Confirmed rows stay when more is pasted after them.
      if (all.length > maxFormLines)
        return setError(`清单里已有${remaining.length}行，一次最多${maxFormLines}行，请先加入购物车或清空`);
      setTable(mapping && { source, mapping, keys: new Set(found.map(({ key }) => key)) });
      // While it asks nothing was taken out of the box.
      if (mapping && mapping.questions.length > 0) return;
      const [talk] = leftOut;
      if (talk !== undefined)
        showToast(
          'info',
          `略过${leftOut.length}行问候、签名等文字：${talk.slice(0, 12)}${leftOut.length > 1 ? '等' : ''}`,
        );
      const isTaken = 'text' in source && source.text === latest.current.text;
      hold({ items: all, ...(isTaken && { text: '' }) });
    } catch (thrown) {
      // Faults of the list are shown next to it; everything else as everywhere.
      if (thrown instanceof AppError && (thrown.code === 422 || thrown.code === 413))
        setError(firstFieldMessage(thrown.data) ?? thrown.message);
      else react(thrown);
    } finally {
      onWork(false);
    }
  }

  return {
    error,
    table: table?.mapping ?? null,
    match: (source: Source) => match(source),
    /** Reads the last table by other columns. */
    async choose(columns: string[]) {
      if (table) await match(table.source, { columns, keys: table.keys });
    },
    /** The list is another one. */
    forget: () => setTable(null),
    refuse: setError,
  };
}
