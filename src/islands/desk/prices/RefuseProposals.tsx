import { useId } from 'react';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { refuseProposals } from '#lib/client/stores/desk/prices.ts';
import type { DecidedProposals, PriceProposal } from '#lib/contract/companies/prices-schema.ts';

interface Props {
  rows: readonly PriceProposal[];
  onClose: () => void;
  onDone: (decided: DecidedProposals) => void;
}

/** Proposed prices are refused; the platform reads why. */
export function RefuseProposals({ rows, onClose, onDone }: Props) {
  const formId = useId();
  const { form, field, isBusy } = useForm({
    names: ['word'],
    leaves: true,
    check: ({ word }) => (word.trim().length < 2 ? { word: '请填写拒绝原因' } : {}),
    send: ({ word }) =>
      refuseProposals(
        rows.map(({ id }) => id),
        word.trim(),
      ),
    onSent: onDone,
  });
  return (
    <FormDialog
      title={`拒绝${rows.length}条报价`}
      formId={formId}
      button="拒绝"
      kind="danger"
      isBusy={isBusy}
      onClose={onClose}
    >
      <form id={formId} {...form} className="grid gap-3">
        <TextArea label="拒绝原因（平台会看到）" maxLength={200} counts required {...field('word')} />
      </form>
    </FormDialog>
  );
}
