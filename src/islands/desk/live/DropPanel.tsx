import { useId, useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { useForm } from '#islands/ui/use-form.ts';
import { dropCoupon, endDrop } from '#lib/client/stores/desk/live-console.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { LiveConsole } from '#lib/contract/live/console-schema.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { KeyButton } from '../case/KeyButton.tsx';
import type { ConsoleProps } from './use-console.ts';

interface Props {
  room: LiveConsole;
  onRoom: (room: LiveConsole) => void;
}

type PanelProps = Props & ConsoleProps;

/** Coupons dropped in the room, and what is left of its budget. */
export function DropPanel({ room, busy, act, onRoom }: PanelProps) {
  const [isOpen, setOpen] = useState(false);
  const { drops } = room;
  const mayDrop = room.is_host === 1 && room.state === 'live';
  async function end({ coupon_id: couponId, name, claimed }: LiveConsole['drops'][number]) {
    const isSure = await ask({
      title: '结束领取',
      text: `“${name}”立即停止领取，不能恢复。已领的${claimed}张仍可使用，占用的预算不退回。`,
      ...{ confirm: '结束领取', cancel: '取消', isDanger: true },
    });
    if (isSure && (await act(`end ${couponId}`, () => endDrop(room.id, couponId))))
      showToast('success', `“${name}”已停止领取`);
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-3 py-2 text-small">
        <span className="text-ink-2">
          预算<span className="num">¥{showYuan(room.coupon_budget)}</span>，还剩
          <span className="num">¥{showYuan(room.coupon_left)}</span>
        </span>
        {mayDrop && room.coupon_left !== '0.00' && (
          <span className="ml-auto">
            <KeyButton keyName="d" kind="ghost" onClick={() => setOpen(true)}>
              发优惠券
            </KeyButton>
          </span>
        )}
      </div>
      {drops.length === 0 ? (
        <Empty icon="i-lucide-ticket" title="还没有发优惠券" />
      ) : (
        <ul className="m-0 p-0 list-none" aria-label="已发优惠券">
          {drops.map((drop) => (
            <li
              key={drop.coupon_id}
              className="flex flex-wrap gap-x-3 px-3 py-2 border-t border-t-solid border-line text-small"
            >
              <span className="font-600">{drop.name}</span>
              <span className="num text-ink-2">
                已领{drop.claimed}/{drop.total}张，
                {drop.is_open === 1
                  ? `${momentText(drop.claim_to).slice(5)}前可领`
                  : `${momentText(drop.claim_to).slice(5)}已结束领取`}
              </span>
              {room.is_host === 1 && drop.is_open === 1 && (
                <Button
                  kind="text"
                  size="small"
                  className="ml-auto max-md:h-touch"
                  aria-label={`结束领取${drop.name}`}
                  busy={busy === `end ${drop.coupon_id}`}
                  onClick={() => void end(drop)}
                >
                  结束领取
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <DropDialog
          room={room}
          onClose={() => setOpen(false)}
          onRoom={(now) => {
            onRoom(now);
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

function DropDialog({ room, onRoom, onClose }: Props & { onClose: () => void }) {
  const formId = useId();
  const token = useRef(crypto.randomUUID());
  const { form, field, errors, isBusy } = useForm({
    names: ['value', 'threshold', 'quantity', 'minutes', 'days'],
    leaves: true,
    showsRefusal: true,
    send: (texts) => dropCoupon({ id: room.id, token: token.current, ...texts }),
    onSent(now: LiveConsole) {
      onRoom(now);
      showToast('success', '已发出，观众现在可以领取');
    },
  });
  return (
    <FormDialog title="发优惠券" formId={formId} button="发出" isBusy={isBusy} onClose={onClose}>
      <form {...form} id={formId} className="grid gap-3">
        <p className="m-0 text-small">
          本商家的优惠券，只在这个直播间领取，每家企业一张。面额乘数量最多¥{showYuan(room.coupon_left)}。
        </p>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field
            label="面额（元）"
            inputMode="decimal"
            maxLength={9}
            required
            data-focus=""
            {...field('value')}
          />
          <Field label="满多少元可用" inputMode="decimal" maxLength={9} required {...field('threshold')} />
          <Field label="数量（张）" inputMode="numeric" maxLength={5} required {...field('quantity', '50')} />
          <Field
            label="几分钟内可领"
            inputMode="numeric"
            maxLength={3}
            required
            {...field('minutes', '10')}
          />
          <Field
            label="有效天数"
            hint="从现在起"
            inputMode="numeric"
            maxLength={2}
            required
            {...field('days', '7')}
          />
        </div>
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}
