import { useId, useState } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import type { CardValues } from '#lib/contract/chat/cards.ts';
import { type CardKind, cardKinds, cardText } from '#lib/rules/chat/cards.ts';
import { isOneOf } from '#lib/rules/terms/keys.ts';

interface Props {
  onClose: () => void;
  onSend: (card: CardValues) => void;
}

const refs: Record<CardKind, { label: string; hint: string }> = {
  goods: { label: '商品编号', hint: '买家看到的是自己的价格' },
  order: { label: '订单号', hint: '只能发送这家企业的订单' },
  invoice: { label: '发票编号', hint: '只能发送这家企业的发票' },
  lot: { label: '商品编号和批号', hint: '例如 1591:20260301' },
  coupon: { label: '优惠券编号', hint: '买家可以直接领取' },
  aftersale: { label: '售后单号', hint: '只能发送这家企业的售后单' },
};

/** A card by its kind and number. The server checks it for each reader. */
export function CardDialog({ onClose, onSend }: Props) {
  const formId = useId();
  const [kind, setKind] = useState<CardKind>('goods');
  const { form, field, isBusy } = useForm({
    names: ['ref'],
    check: ({ ref }) => (ref.trim() === '' ? { ref: `请填写${refs[kind].label}` } : {}),
    async send({ ref }) {
      onSend({ kind, ref: ref.trim() });
    },
    onSent: onClose,
  });
  return (
    <FormDialog title="发送卡片" formId={formId} button="发送" isBusy={isBusy} onClose={onClose}>
      <form id={formId} {...form} className="grid gap-3">
        <div className="flex items-center gap-3">
          <SelectBox
            label="内容"
            value={kind}
            options={cardKinds.map((value) => ({ value, text: cardText(value) }))}
            onChange={({ target }) => isOneOf(cardKinds, target.value) && setKind(target.value)}
          />
        </div>
        <Field label={refs[kind].label} hint={refs[kind].hint} maxLength={100} required {...field('ref')} />
      </form>
    </FormDialog>
  );
}
