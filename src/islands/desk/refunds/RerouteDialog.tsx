import { useId } from 'react';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { rerouteRefund } from '#lib/client/stores/desk/refunds.ts';
import type { DeskRefundWire } from '#lib/contract/refunds.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { allRerouteWays, rerouteWays } from '#lib/rules/orders/reroute.ts';

interface Props {
  row: DeskRefundWire;
  onClose: () => void;
  onDone: (row: DeskRefundWire) => void;
}

const ways = allRerouteWays.map((value) => ({ value, text: rerouteWays[value].text }));

/** Asks that a refund goes by another way; another person carries it out. */
export function RerouteDialog({ row, onClose, onDone }: Props) {
  const formId = useId();
  const { form, field, isBusy } = useForm({
    names: ['way', 'reason'],
    leaves: true,
    check: ({ reason }) => (reason.trim().length < 2 ? { reason: '请填写改付原因' } : {}),
    send: ({ way, reason }) =>
      rerouteRefund({ no: row.no, way: way === 'bank' ? 'bank' : 'balance', reason: reason.trim() }),
    onSent: onDone,
  });
  return (
    <FormDialog
      width="activity"
      title={`改付¥${showYuan(row.amount)}：${row.company}`}
      formId={formId}
      button="提出改付"
      isBusy={isBusy}
      onClose={onClose}
    >
      <form id={formId} {...form} className="grid gap-3">
        <p className="m-0 text-small">
          先向支付渠道确认没有退过，再停止原路重试，由另一位同事复核后退回。{row.last_answer}
        </p>
        <div className="field text-small">
          <SelectBox label="退回方式" name="way" options={ways} />
        </div>
        <TextArea
          label="改付原因（企业会看到）"
          maxLength={200}
          counts
          required
          data-focus=""
          {...field('reason')}
        />
      </form>
    </FormDialog>
  );
}
