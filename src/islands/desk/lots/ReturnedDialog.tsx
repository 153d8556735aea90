import { Field } from '#islands/ui/Field.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { settleReturned } from '#lib/client/stores/desk/lots.ts';
import { type ReturnedAct, returnedActs } from '#lib/rules/orders/lots.ts';
import { type LotDialogProps, LotForm, wordFault } from './LotForm.tsx';

/** Decides about returned pieces: how many, and why. */
export function ReturnedDialog({ lot, act, ...more }: LotDialogProps & { act: ReturnedAct }) {
  const { text: title, note } = returnedActs[act];
  return (
    <LotForm
      {...more}
      title={`退货${title}：批号${lot.lot_no}`}
      button={title}
      names={['pieces', 'text']}
      check={({ pieces, text }) => ({
        ...(!(/^[1-9]\d*$/.test(pieces) && Number(pieces) <= lot.returned) && {
          pieces: `请填写1到${lot.returned}`,
        }),
        ...wordFault('text', text, '说明'),
      })}
      send={({ pieces, text }, ref) =>
        settleReturned({
          goods: lot.goods_id,
          lot_no: lot.lot_no,
          act,
          pieces: Number(pieces),
          text: text.trim(),
          ref,
        })
      }
      done={() => `已${title}`}
    >
      {(field) => (
        <>
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
        </>
      )}
    </LotForm>
  );
}
