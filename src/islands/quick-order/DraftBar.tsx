import { Button } from '#islands/ui/Button.tsx';
import { timeText } from '#islands/ui/moments.ts';
import type { DraftState } from './use-draft.ts';
import type { Purchase } from './use-purchase.ts';

/** Whether the list is saved, in a few words. */
export function DraftNote({ state }: { state: DraftState }) {
  if (state.kind === 'none' || state.kind === 'conflict') return null;
  const look = {
    saving: { icon: 'i-lucide-cloud', text: '保存中…', ink: 'text-ink-2' },
    saved: { icon: 'i-lucide-cloud-check', text: '已保存', ink: 'text-ink-2' },
    failed: { icon: 'i-lucide-cloud-off', text: '未保存', ink: 'text-price-ink' },
  }[state.kind];
  return (
    <span role="status" className={`flex items-center gap-1 text-note whitespace-nowrap ${look.ink}`}>
      <span className={`${look.icon} text-body`} aria-hidden="true" />
      {look.text}
      {state.kind === 'saved' && <span className="num">{timeText(state.at)}</span>}
      {state.kind === 'failed' && `：${state.text}`}
    </span>
  );
}

/** Two pages have changed the list: nothing is lost before a person chooses one. */
export function DraftConflict({ purchase }: { purchase: Purchase }) {
  const { draft, items, take } = purchase;
  if (draft.state.kind !== 'conflict') return null;
  const { theirs } = draft.state;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 md:px-4 py-2 bg-promo-wash text-small text-promo-ink"
    >
      <span className="mr-auto">
        清单已在另一个页面或设备上改动（那边{theirs.rows.length}行，这里{items.length}行），请选择用哪一份：
      </span>
      <Button size="small" onClick={() => take(theirs)}>
        换成那边的
      </Button>
      <Button size="small" kind="plain" onClick={() => draft.insist(theirs)}>
        保留这里的
      </Button>
    </div>
  );
}
