import { useId, useRef } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { newKey } from '#lib/client/key.ts';
import { settleReturned } from '#lib/client/stores/desk/lots.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { DeskLot } from '#lib/contract/lots/schema.ts';
import { type ReturnedAct, returnedActs } from '#lib/rules/orders/lots.ts';

interface Props {
  lot: DeskLot;
  act: ReturnedAct;
  onClose: () => void;
  onDone: (lot: DeskLot) => void;
}

/** What becomes of pieces that came back: how many, and why. */
export function ReturnedDialog({ lot, act, onClose, onDone }: Props) {
  const formId = useId();
  const ref = useRef<string>(undefined);
  const { text: title, note } = returnedActs[act];
  const { form, field, isBusy } = useForm({
    names: ['pieces', 'text'],
    leaves: true,
    check: ({ pieces, text }) => ({
      ...(!(/^[1-9]\d*$/.test(pieces) && Number(pieces) <= lot.returned) && {
        pieces: `请填写1到${lot.returned}`,
      }),
      ...(text.trim().length < 2 && { text: '请填写说明' }),
    }),
    send({ pieces, text }) {
      ref.current ??= newKey();
      return settleReturned({
        goods: lot.goods_id,
        lot_no: lot.lot_no,
        act,
        pieces: Number(pieces),
        text: text.trim(),
        ref: ref.current,
      });
    },
    onSent(now) {
      onDone(now);
      onClose();
      showToast('success', `已${title}`);
    },
  });
  return (
    <Dialog
      title={`退货${title}：批号${lot.lot_no}`}
      open
      onClose={onClose}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            取消
          </Button>
          <Button type="submit" form={formId} busy={isBusy}>
            {title}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        {...form}
        className="grid gap-3"
        onChange={() => {
          // Another number is another press.
          ref.current = undefined;
        }}
      >
        <p>
          待处理的退货{lot.returned}
          {lot.unit}。{note}
        </p>
        <Field
          label="数量"
          type="number"
          inputMode="numeric"
          required
          {...field('pieces', String(lot.returned))}
        />
        <TextArea label="说明（验收结论、处理依据）" maxLength={200} required {...field('text')} />
      </form>
    </Dialog>
  );
}
