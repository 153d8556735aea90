import { useId, useState } from 'react';
import { AddressChoice, NewAddress } from '#islands/addresses/AddressChoice.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { namePrizeAddress } from '#lib/client/stores/mall.ts';
import type { PointsOrderDetail } from '#lib/contract/points-orders.ts';

interface Props {
  no: string;
  onClose: () => void;
  onDone: (order: PointsOrderDetail) => void;
}

/** Names where a prize is sent. */
export function PrizeAddress({ no, onClose, onDone }: Props) {
  const formId = useId();
  const [chosen, setChosen] = useState<number | null>(null);
  const [isAdding, setAdding] = useState(false);
  const { form, errors, isBusy, forget } = useForm({
    names: ['address_id'],
    showsRefusal: true,
    leaves: true,
    check: () => (chosen === null ? { address_id: '请选择收货地址' } : {}),
    send: () => namePrizeAddress(no, chosen ?? 0),
    onSent: onDone,
  });
  function choose(id: number) {
    setChosen(id);
    setAdding(false);
    forget('address_id');
  }
  return (
    <>
      <FormDialog
        title="填写收货地址"
        width="activity"
        formId={formId}
        button="确定"
        isBusy={isBusy}
        onClose={onClose}
      >
        <form id={formId} {...form} className="grid gap-4">
          <p className="text-small text-ink-2 outline-none" tabIndex={-1} data-focus>
            奖品归企业所有，寄到企业的收货地址。填写后不能再改。
          </p>
          <AddressChoice
            chosen={chosen}
            error={errors.address_id}
            onChoose={choose}
            onAdd={() => setAdding(true)}
          />
          <FormNotice text={errors.form} />
        </form>
      </FormDialog>
      {isAdding && <NewAddress onClose={() => setAdding(false)} onSaved={choose} />}
    </>
  );
}
