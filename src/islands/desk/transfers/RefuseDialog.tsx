import { useId } from 'react';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { refuseTransfer } from '#lib/client/stores/desk/transfers.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { DeskTransferWire } from '#lib/contract/transfers/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { orderLimits } from '#lib/rules/orders/order-state.ts';
import { sendByKey } from '../case/send-by-key.ts';
import { SecondNote } from '../kit/SecondNote.tsx';
import { restOptions } from './rest-options.ts';

interface Props {
  row: DeskTransferWire;
  onClose: () => void;
  onDone: (row: DeskTransferWire) => void;
}

/** Time in which another voucher may be submitted. */
const hours = orderLimits.payBank / 3_600_000;

/** The voucher goes back; the buyer reads why. */
export function RefuseDialog({ row, onClose, onDone }: Props) {
  const formId = useId();
  const { form, field, isBusy } = useForm({
    names: ['reason', 'rest'],
    leaves: true,
    check: ({ reason }) => ({ ...(reason.trim().length < 2 && { reason: '请填写驳回原因' }) }),
    send: ({ reason, rest }) =>
      refuseTransfer({
        no: row.no,
        state: row.state,
        submitted_at: row.submitted_at,
        reason,
        rest: rest === 'back' ? 'back' : 'balance',
      }),
    onSent(now: DeskTransferWire) {
      onDone(now);
      showToast('success', ['已驳回，买家会收到原因', ...now.waits].join('，'));
    },
  });
  return (
    <FormDialog
      width="activity"
      title={`驳回凭证：${row.company}`}
      formId={formId}
      button="驳回"
      kind="danger"
      isBusy={isBusy}
      onClose={onClose}
    >
      <form id={formId} {...form} onKeyDown={sendByKey} className="grid gap-3">
        <p className="m-0 text-small text-ink-2">
          买家会收到原因，{hours}小时内可以重新上传凭证，或换一种方式支付。
        </p>
        <TextArea
          label="驳回原因（买家会看到）"
          maxLength={200}
          required
          counts
          data-focus=""
          {...field('reason')}
        />
        {row.received !== '0.00' && (
          <>
            <div className="field text-small">
              <SelectBox label={`已到账的¥${showYuan(row.received)}`} name="rest" options={restOptions} />
            </div>
            <div>
              <p className="m-0 text-small text-ink-2">已到账的转入余额：</p>
              <SecondNote kind="surplus" />
            </div>
          </>
        )}
      </form>
    </FormDialog>
  );
}
