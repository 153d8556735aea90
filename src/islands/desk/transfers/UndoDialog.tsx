import { useId } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { sayWaits } from '#lib/client/stores/desk/countersign.ts';
import { undoReceipt } from '#lib/client/stores/desk/transfers.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { DeskTransferWire, UndoneReceipt } from '#lib/contract/transfers/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { sendByKey } from '../case/send-by-key.ts';
import { SecondNote } from '../kit/SecondNote.tsx';

interface Props {
  row: DeskTransferWire;
  onClose: () => void;
  onDone: (row: DeskTransferWire) => void;
}

/** A receipt was entered by mistake: what it gave is taken back, while it is not spent. */
export function UndoDialog({ row, onClose, onDone }: Props) {
  const formId = useId();
  const { form, field, isBusy } = useForm({
    names: ['serial', 'amount', 'reason'],
    leaves: true,
    check: ({ amount, reason }) => ({
      ...(!/^\d{1,9}(\.\d{1,2})?$/.test(amount.trim()) && { amount: '请填写金额，没有到账填0' }),
      ...(reason.trim().length < 2 && { reason: '请填写撤销原因' }),
    }),
    send: ({ serial, amount, reason }) =>
      undoReceipt({ no: row.no, serial, amount: amount.trim(), reason: reason.trim() }),
    onSent({ is_done: isDone, ...now }: UndoneReceipt) {
      onDone(now);
      // Others of this transfer may wait all the same.
      if (isDone === 0) sayWaits('撤销到账', 'undo_receipt');
      else showToast('success', `${now.no}：到账已更正`);
    },
  });
  return (
    <FormDialog
      width="activity"
      title={`撤销到账：${row.company}`}
      formId={formId}
      button="撤销到账"
      kind="danger"
      isBusy={isBusy}
      onClose={onClose}
    >
      <form id={formId} {...form} onKeyDown={sendByKey} className="grid gap-3">
        <p className="m-0 text-small text-ink-2">
          收回这笔到账给出的款项：转入余额的须未被使用，订单须未发货，且会取消。只是多记了金额的，填写实际到账金额，订单不受影响。
        </p>
        <SecondNote kind="undo_receipt" />
        <div className="field text-small">
          <SelectBox
            label="到账"
            name="serial"
            options={row.receipts.map(({ serial, amount, received_on: day }) => ({
              value: serial,
              text: `${serial}　¥${showYuan(amount)}　${day}`,
            }))}
          />
        </div>
        <Field
          label="实际到账金额（元，没有到账填0）"
          inputMode="decimal"
          maxLength={12}
          required
          {...field('amount', '0')}
        />
        <TextArea
          label="撤销原因（企业会看到）"
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
