import { useId } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { recallLot } from '#lib/client/stores/desk/lots.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { DeskLot } from '#lib/contract/lots.ts';

interface Props {
  lot: DeskLot;
  onClose: () => void;
  onDone: (lot: DeskLot) => void;
}

/** A recall cannot be undone: its effect is shown before the confirmation. */
export function RecallDialog({ lot, onClose, onDone }: Props) {
  const formId = useId();
  const buyers = new Set(lot.buyers.map(({ company }) => company)).size;
  const { form, field, isBusy } = useForm({
    names: ['reason'],
    leaves: true,
    check: ({ reason }) => ({ ...(reason.trim().length < 2 && { reason: '请填写召回原因' }) }),
    send: ({ reason }) => recallLot({ goods: lot.goods_id, lot_no: lot.lot_no, reason }),
    onSent(now) {
      onDone(now);
      onClose();
      showToast('success', buyers === 0 ? '批次已召回' : `批次已召回，已通知${buyers}家买家`);
    },
  });
  return (
    <Dialog
      title={`召回批号${lot.lot_no}`}
      open
      onClose={onClose}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            取消
          </Button>
          <Button kind="danger" type="submit" form={formId} busy={isBusy}>
            召回并通知买家
          </Button>
        </>
      }
    >
      <form id={formId} {...form} className="grid gap-3">
        <p>
          {lot.name}，在库{lot.on_hand}
          {lot.unit}不再销售和发货；
          {buyers === 0 ? '还没有买家收到过这个批次。' : `收到过这个批次的${buyers}家买家会收到召回通知。`}
          写法不同（空格、全角、大小写）的同一批号一并召回。召回不能撤销。
        </p>
        <TextArea
          label="召回原因（买家会看到）"
          maxLength={200}
          counts
          required
          data-focus=""
          {...field('reason')}
        />
      </form>
    </Dialog>
  );
}
