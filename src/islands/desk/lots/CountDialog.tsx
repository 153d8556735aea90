import { useId, useRef, useState } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { newKey } from '#lib/client/key.ts';
import { countLot } from '#lib/client/stores/desk/lots.ts';
import type { DeskLot } from '#lib/contract/lots/schema.ts';
import { askAgain } from './ask-again.ts';
import { tellDone } from './tell-done.ts';

interface Props {
  lot: DeskLot;
  onClose: () => void;
  onDone: (lot: DeskLot) => void;
}

/** 盘点: what the book says, what orders are still to get, what lies there, and the difference while it is typed. */
export function CountDialog({ lot, onClose, onDone }: Props) {
  const formId = useId();
  const ref = useRef<string>(undefined);
  const [counted, setCounted] = useState('');
  const isNumber = /^\d{1,6}$/.test(counted);
  const difference = isNumber ? Number(counted) - lot.on_hand : null;
  const { form, field, errors, isBusy } = useForm({
    names: ['counted', 'reason'],
    showsRefusal: true,
    leaves: true,
    check: ({ counted: typed, reason }) => ({
      ...(!/^\d{1,6}$/.test(typed) && { counted: '请填写实盘数量，没有填0' }),
      ...(reason.trim().length < 2 && { reason: '请填写原因' }),
    }),
    send({ counted: typed, reason }) {
      ref.current ??= newKey();
      const wish = {
        goods: lot.goods_id,
        lot_no: lot.lot_no,
        counted: Number(typed),
        known: lot.on_hand,
        reason: reason.trim(),
        ref: ref.current,
      };
      return askAgain((confirmed) => countLot({ ...wish, confirmed }));
    },
    onSent(now) {
      onDone(now);
      onClose();
      tellDone(`已登记盘点，在库${now.on_hand}${now.unit}`, now);
    },
  });
  return (
    <FormDialog
      title={`盘点：批号${lot.lot_no}`}
      onClose={onClose}
      formId={formId}
      button="登记盘点"
      isBusy={isBusy}
    >
      <form
        id={formId}
        {...form}
        className="grid gap-3"
        onChange={(event) => {
          // Another number or reason is another press.
          ref.current = undefined;
          const box = event.target;
          if (box instanceof HTMLInputElement && box.name === 'counted') setCounted(box.value.trim());
        }}
      >
        <p className="num">
          账面{lot.on_hand}
          {lot.unit}；这个商品的订单还要发{lot.open_paid}
          {lot.unit}
          {lot.open_unpaid > 0 && `，未付款订单占用${lot.open_unpaid}${lot.unit}`}。
        </p>
        <Field
          label={`实盘数量（${lot.unit}）`}
          type="number"
          inputMode="numeric"
          min={0}
          max={999_999}
          required
          data-focus=""
          {...field('counted')}
        />
        <p className="num text-small text-ink-2" aria-live="polite">
          {difference === null
            ? '差异：—'
            : `差异：${difference > 0 ? '+' : ''}${difference}${lot.unit}${difference === 0 ? '，账实相符' : ''}`}
        </p>
        <TextArea label="原因" maxLength={200} required {...field('reason')} />
        {errors.form !== undefined && (
          <p role="alert" className="text-price text-small">
            {errors.form}
          </p>
        )}
      </form>
    </FormDialog>
  );
}
