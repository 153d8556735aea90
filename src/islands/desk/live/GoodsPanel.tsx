import { Button } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { pinGoods, unpinGoods } from '#lib/client/stores/desk/live-console.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { ConsoleGoods } from '#lib/contract/live/console-schema.ts';
import type { ConsoleProps } from './use-console.ts';

/** Time in which a pin can be undone, ms; long, because the host looks at the camera. */
const undoMs = 10_000;

/** The goods of the room, each pinned beside the picture by one press, and taken back by another. */
export function GoodsPanel({ room, busy, act }: ConsoleProps) {
  const { id, goods } = room;
  const mayPin = room.is_host === 1 && room.state === 'live';

  async function pin(one: ConsoleGoods) {
    if (!(await act(`pin ${one.id}`, () => pinGoods(id, one.id)))) return;
    showToast('success', `已置顶${one.name}`, {
      duration: undoMs,
      act: { text: '撤销', run: () => void act(`pin ${one.id}`, () => unpinGoods(id, one.id)) },
    });
  }
  async function unpin(one: ConsoleGoods) {
    if (!(await act(`pin ${one.id}`, () => unpinGoods(id, one.id)))) return;
    showToast('success', `已取消置顶${one.name}`, {
      duration: undoMs,
      act: { text: '撤销', run: () => void act(`pin ${one.id}`, () => pinGoods(id, one.id)) },
    });
  }

  if (goods.length === 0) return <Empty icon="i-lucide-pill" title="这场直播没有商品" />;
  return (
    <ol className="m-0 p-0 list-none" aria-label="本场商品">
      {goods.map((one, at) => (
        <li
          key={one.id}
          className={`flex items-center gap-2 px-3 py-2 border-b border-b-solid border-line text-small ${one.is_pinned ? 'bg-primary-wash' : ''}`}
        >
          <span className="w-6 flex-none num text-ink-2">{at + 1}</span>
          <div className="flex-1 min-w-0">
            <span className="font-600">{one.name}</span>{' '}
            {one.is_pinned === 1 && <Tag kind="promo">置顶中</Tag>}{' '}
            {one.fault !== '' && <Tag kind="warn">{one.fault}</Tag>}
            <span className="block text-note text-ink-2">
              {one.spec} · 库存<span className="num">{one.stock}</span> · {one.adds}家加购
            </span>
            {one.point !== '' && <span className="block text-note">{one.point}</span>}
          </div>
          {mayPin && (
            <Button
              kind={one.is_pinned ? 'plain' : 'ghost'}
              size="small"
              className="flex-none max-md:h-touch"
              disabled={one.fault !== '' && one.is_pinned === 0}
              busy={busy === `pin ${one.id}`}
              aria-label={`${one.is_pinned ? '取消置顶' : '置顶'}${one.name}`}
              onClick={() => void (one.is_pinned ? unpin(one) : pin(one))}
            >
              {one.is_pinned ? '取消' : '置顶'}
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}
