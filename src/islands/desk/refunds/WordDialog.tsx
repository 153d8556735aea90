import { useId } from 'react';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { refuseReroute, settleTwice } from '#lib/client/stores/desk/refunds.ts';
import type { DeskRefundWire } from '#lib/contract/refunds.ts';

interface Props {
  kind: 'refuse' | 'settle';
  row: DeskRefundWire;
  onClose: () => void;
  onDone: (row: DeskRefundWire) => void;
}

const words = {
  refuse: { title: '驳回改付', label: '驳回原因', button: '驳回', note: '驳回后继续原路退款。' },
  settle: {
    title: '处理重复退款',
    label: '处理说明',
    button: '登记',
    note: '这笔款改付之后渠道又退了一次。写明怎样追回，例如企业已退还，或已提出余额调整。',
  },
};

/** A word that ends something of a refund: another way that is refused, or money that went back twice. */
export function WordDialog({ kind, row, onClose, onDone }: Props) {
  const formId = useId();
  const { title, label, button, note } = words[kind];
  const { form, field, isBusy } = useForm({
    names: ['word'],
    leaves: true,
    check: ({ word }) => (word.trim().length < 2 ? { word: `请填写${label}` } : {}),
    send: ({ word }) =>
      kind === 'refuse'
        ? refuseReroute({ no: row.no, id: row.reroute?.id ?? 0, word: word.trim() })
        : settleTwice({ no: row.no, word: word.trim() }),
    onSent: onDone,
  });
  return (
    <FormDialog
      title={`${title}：${row.company}`}
      formId={formId}
      button={button}
      kind={kind === 'refuse' ? 'danger' : 'primary'}
      isBusy={isBusy}
      onClose={onClose}
    >
      <form id={formId} {...form} className="grid gap-3">
        <p className="m-0 text-small">{note}</p>
        <TextArea label={label} maxLength={200} counts required {...field('word')} />
      </form>
    </FormDialog>
  );
}
