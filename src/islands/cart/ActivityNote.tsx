import { Meter } from '#islands/ui/Meter.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { showYuan } from '#lib/rules/money/money.ts';
import type { QuotedActivity } from '#lib/rules/terms/quote-shape.ts';
import { HintButton } from './HintButton.tsx';

const kinds = {
  full_reduction: { tag: '满减', done: '已减' },
  gift: { tag: '赠', done: '' },
  add_on: { tag: '换购', done: '' },
  cashback: { tag: '返现', done: '完成后返' },
} satisfies Record<QuotedActivity['kind'], { tag: string; done: string }>;

interface Props {
  activity: QuotedActivity;
  /** In the heading of its merchant: a wide screen has room for it on the same line. */
  isInHead?: boolean;
}

const band = 'px-3 md:px-4 py-2 bg-promo-wash';
const inHead =
  'max-lg:(order-1 w-[calc(100%+24px)] -mx-3 md:w-[calc(100%+32px)] md:-mx-4 px-3 md:px-4 py-2 bg-promo-wash)';

/** An activity over several lines: what it brings now, and how far it is to the next tier. */
export function ActivityNote({ activity, isInHead = false }: Props) {
  const { tag, done } = kinds[activity.kind];
  const { next } = activity;
  const have = next?.unit === 'quantity' ? activity.quantity : activity.amount;
  return (
    <div
      className={`flex flex-wrap items-center gap-x-2.5 gap-y-1 text-small text-promo-ink lg:(min-h-small py-0) ${isInHead ? inHead : band}`}
    >
      <span className="tag bg-promo-ink text-white">{tag}</span>
      {/* Where the heading is short of room, the next tier is more important than the activity's name. */}
      <span className={isInHead && next ? 'lg:max-xl:sr-only' : undefined}>{activity.name}</span>
      {activity.benefit > 0 && (
        <span>
          {done} <b className="num">¥{showYuan(activity.benefit)}</b>
        </span>
      )}
      {activity.isReached && activity.benefit === 0 && <Tag kind="soft">已达到</Tag>}
      {next && (
        <span className="flex items-center gap-2 num">
          <span className={isInHead ? 'lg:hidden' : undefined}>
            <Meter value={have} of={have + next.gap} label="离下一档" />
          </span>
          {next.text}
          <HintButton input={{ activity_id: activity.id }} label={activity.name} />
        </span>
      )}
    </div>
  );
}
