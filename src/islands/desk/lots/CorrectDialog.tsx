import { useId, useRef } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { newKey } from '#lib/client/key.ts';
import { correctLot } from '#lib/client/stores/desk/lots.ts';
import type { DeskLot } from '#lib/contract/lots/schema.ts';
import { tellDone } from './tell-done.ts';

interface Props {
  lot: DeskLot;
  onClose: () => void;
  onDone: (lot: DeskLot) => void;
}

/** Number or days of a lot from which nothing was shipped. */
export function CorrectDialog({ lot, onClose, onDone }: Props) {
  const formId = useId();
  const ref = useRef<string>(undefined);
  const { form, field, errors, isBusy } = useForm({
    names: ['new_lot_no', 'produced_on', 'expires_on', 'reason'],
    showsRefusal: true,
    leaves: true,
    check: ({ new_lot_no: no, produced_on: made, expires_on: ends, reason }) => ({
      ...(no.trim() === '' && { new_lot_no: '请填写批号' }),
      ...(made === '' && { produced_on: '请填写生产日期' }),
      ...(ends === '' && { expires_on: '请填写有效期' }),
      ...(made !== '' && ends !== '' && made > ends && { expires_on: '有效期不能早于生产日期' }),
      ...(reason.trim().length < 2 && { reason: '请填写原因' }),
    }),
    send({ reason, ...to }) {
      ref.current ??= newKey();
      return correctLot({
        ...to,
        goods: lot.goods_id,
        lot_no: lot.lot_no,
        reason: reason.trim(),
        ref: ref.current,
      });
    },
    onSent(now) {
      onDone(now);
      onClose();
      tellDone('已更正', now);
    },
  });
  return (
    <FormDialog
      title={`更正批号${lot.lot_no}`}
      onClose={onClose}
      formId={formId}
      button="保存更正"
      isBusy={isBusy}
    >
      <form
        id={formId}
        {...form}
        className="grid gap-3"
        onChange={() => {
          // Other words are another press.
          ref.current = undefined;
        }}
      >
        <p>还没有发过货的批次可以更正，药检报告跟着走。数量不对请用盘点。</p>
        <Field label="批号" maxLength={50} required {...field('new_lot_no', lot.lot_no)} />
        <div className="grid grid-cols-2 gap-3">
          <Field label="生产日期" type="date" required {...field('produced_on', lot.produced_on)} />
          <Field label="有效期至" type="date" required {...field('expires_on', lot.expires_on)} />
        </div>
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
