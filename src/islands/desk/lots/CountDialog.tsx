import { useState } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { countLot } from '#lib/client/stores/desk/lots.ts';
import { askAgain } from './ask-again.ts';
import { type LotDialogProps, LotForm, wordFault } from './LotForm.tsx';

/** 盘点: the recorded number, the pieces that orders still need, the counted number, and the difference while typing. */
export function CountDialog({ lot, ...more }: LotDialogProps) {
  const [counted, setCounted] = useState('');
  const isNumber = /^\d{1,6}$/.test(counted);
  const difference = isNumber ? Number(counted) - lot.on_hand : null;
  return (
    <LotForm
      {...more}
      title={`盘点：批号${lot.lot_no}`}
      button="登记盘点"
      names={['counted', 'reason']}
      check={({ counted: typed, reason }) => ({
        ...(!/^\d{1,6}$/.test(typed) && { counted: '请填写实盘数量，没有填0' }),
        ...wordFault('reason', reason, '原因'),
      })}
      send={({ counted: typed, reason }, ref) => {
        const request = {
          goods: lot.goods_id,
          lot_no: lot.lot_no,
          counted: Number(typed),
          known: lot.on_hand,
          reason: reason.trim(),
          ref,
        };
        return askAgain((confirmed) => countLot({ ...request, confirmed }));
      }}
      done={(now) => `已登记盘点，在库${now.on_hand}${now.unit}`}
      onTyped={({ target: box }) => {
        if (box instanceof HTMLInputElement && box.name === 'counted') setCounted(box.value.trim());
      }}
    >
      {(field) => (
        <>
          <p className="num">
            账面{lot.on_hand}
            {lot.unit}；这个商品的订单还要发{lot.open_paid}
            {lot.unit}
            {lot.open_unpaid > 0 && `，未付款订单占用${lot.open_unpaid}${lot.unit}`}。
          </p>
          <Field
            label={`实盘数量（${lot.unit}）`}
            type="number"
            inputMode="numeric"
            min={0}
            max={999_999}
            required
            data-focus=""
            {...field('counted')}
          />
          <p className="num text-small text-ink-2" aria-live="polite">
            {difference === null
              ? '差异：—'
              : `差异：${difference > 0 ? '+' : ''}${difference}${lot.unit}${difference === 0 ? '，账实相符' : ''}`}
          </p>
          <TextArea label="原因" maxLength={200} required {...field('reason')} />
        </>
      )}
    </LotForm>
  );
}
