import { useEffect, useId, useRef, useState } from 'react';
import { KeyButton } from '#islands/desk/case/KeyButton.tsx';
import { sendByKey } from '#islands/desk/case/send-by-key.ts';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { newKey } from '#lib/client/key.ts';
import { sayWaits } from '#lib/client/stores/desk/countersign.ts';
import { askDeskRefund, loadDeskOrder, loadRefundPlan } from '#lib/client/stores/desk/orders.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { DeskOrder } from '#lib/contract/shipping/desk-order.ts';
import type { DeskRefunded, RefundPlanWire } from '#lib/contract/shipping/desk-refund.ts';
import type { Side } from '#lib/rules/companies/staff.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { SecondNote } from '../kit/SecondNote.tsx';

interface Props {
  order: DeskOrder;
  /** Side of the person. */
  side: Side;
  onDone: (order: DeskOrder) => void;
}

/** Cancels a paid order, or refunds lines of it, before shipping. Nothing where the role may not. */
export function RefundPanel({ order, side, onDone }: Props) {
  const [plan, setPlan] = useState<RefundPlanWire | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { no, pieces_left: left } = order;
  useEffect(() => {
    if (left > 0) void loadRefundPlan(no).then(setPlan, react);
  }, [no, left]);
  if (left === 0 || plan === null || (plan.problem !== '' && plan.waits === '')) return null;
  return (
    <section className="panel">
      <div className="panel-title flex-wrap">
        <h2>未发货商品退款</h2>
        {plan.waits !== '' && <span className="text-small text-price">{plan.waits}</span>}
        {plan.waits === '' && (
          <KeyButton keyName="r" kind="plain" className="ml-auto" onClick={() => setOpen(true)}>
            {plan.is_whole === 1 ? '取消订单并退款' : '退款'}
          </KeyButton>
        )}
      </div>
      {isOpen && (
        <RefundDialog
          plan={plan}
          side={side}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            void loadDeskOrder(no).then(onDone, react);
            void loadRefundPlan(no).then(setPlan, react);
          }}
        />
      )}
    </section>
  );
}

function RefundDialog({
  plan,
  side,
  onClose,
  onDone,
}: {
  plan: RefundPlanWire;
  side: Side;
  onClose: () => void;
  onDone: () => void;
}) {
  const formId = useId();
  const key = useRef(newKey());
  const [asked, setAsked] = useState(plan);
  const last = useRef(0);
  const names: readonly string[] = ['reason', ...plan.lines.map(({ id }) => `pieces-${id}`)];
  const { form, field, isBusy } = useForm({
    names,
    leaves: true,
    check: (values) => ({
      ...((values.reason ?? '').trim().length < 2 && { reason: '请填写原因' }),
      ...Object.fromEntries(
        plan.lines
          .filter(({ id, left }) => !isWithin(values[`pieces-${id}`] ?? '', left))
          .map(({ id, left }) => [`pieces-${id}`, `请填写0到${left}之间的数量`]),
      ),
      ...(plan.lines.every(({ id }) => Number(values[`pieces-${id}`]) === 0) && {
        reason: '请至少填写一种商品的退款数量',
      }),
    }),
    send: (values) => {
      const lines = linesOf((id) => Number(values[`pieces-${id}`]));
      return askDeskRefund(key.current, { no: plan.no, reason: (values.reason ?? '').trim(), lines });
    },
    onSent({ waits, amount }: DeskRefunded) {
      onDone();
      if (waits === 1) sayWaits(`退款¥${showYuan(amount)}`, 'order_refund', side);
      else showToast('success', `已退款¥${showYuan(amount)}，按原支付方式退回`);
    },
  });
  function linesOf(piecesOf: (id: number) => number) {
    return plan.lines
      .map(({ id }) => ({ line_id: id, pieces: piecesOf(id) }))
      .filter(({ pieces }) => pieces > 0);
  }

  /** Shows the amount of the pieces in the inputs; the response to an older input is dropped. */
  function showAmount() {
    const texts = new FormData(form.ref.current ?? undefined);
    const text = (id: number) => String(texts.get(`pieces-${id}`) ?? '');
    if (!plan.lines.every(({ id, left }) => isWithin(text(id), left))) return;
    const lines = linesOf((id) => Number(text(id)));
    if (lines.length === 0) return;
    last.current += 1;
    const own = last.current;
    void loadRefundPlan(plan.no, lines).then((found) => {
      if (own === last.current) setAsked(found);
    }, react);
  }

  return (
    <FormDialog
      title={`退款：订单${plan.no}`}
      formId={formId}
      button="退款"
      kind="danger"
      isBusy={isBusy}
      onClose={onClose}
    >
      <form id={formId} {...form} onChange={showAmount} onKeyDown={sendByKey} className="grid gap-3">
        <p className="m-0 text-small text-ink-2">
          {asked.problem !== '' ? (
            <b className="text-price-ink">{asked.problem}</b>
          ) : (
            <output>
              将退回<b className="num">¥{showYuan(asked.amount)}</b>
              {asked.is_whole === 1 && '，订单随之取消'}
            </output>
          )}
          。库存、批次、优惠券退回；已发货的请走售后。
        </p>
        <SecondNote kind="order_refund" side={side} />
        {plan.lines.map(({ id, name, unit, left }) => (
          <Field
            key={id}
            label={`${name}（未发${left}${unit}）`}
            type="number"
            min={0}
            max={left}
            required
            {...field(`pieces-${id}`, String(left))}
          />
        ))}
        <TextArea
          label="原因（买家会看到）"
          maxLength={100}
          counts
          required
          data-focus=""
          {...field('reason')}
        />
      </form>
    </FormDialog>
  );
}

function isWithin(text: string, most: number): boolean {
  const pieces = Number(text);
  return text.trim() !== '' && Number.isInteger(pieces) && pieces >= 0 && pieces <= most;
}
