import { Field } from '#islands/ui/Field.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { damageLot } from '#lib/client/stores/desk/lots.ts';
import { damageKindKeys, damageKinds } from '#lib/rules/orders/lot-acts.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { askAgain } from './ask-again.ts';
import { type LotDialogProps, LotForm, wordFault } from './LotForm.tsx';

const kinds = damageKindKeys.map((value) => ({ value, text: damageKinds[value] }));

/** 报损: how many pieces are gone, and why. */
export function DamageDialog({ lot, ...more }: LotDialogProps) {
  return (
    <LotForm
      {...more}
      title={`报损：批号${lot.lot_no}`}
      button="登记报损"
      names={['pieces', 'kind', 'text']}
      check={({ pieces, text }) => ({
        ...(!(/^[1-9]\d*$/.test(pieces) && Number(pieces) <= lot.on_hand) && {
          pieces: `请填写1到${lot.on_hand}`,
        }),
        ...wordFault('text', text, '说明'),
      })}
      send={({ pieces, kind, text }, ref) => {
        const request = {
          goods: lot.goods_id,
          lot_no: lot.lot_no,
          pieces: Number(pieces),
          kind: isKeyOf(damageKinds, kind) ? kind : ('other' as const),
          text: text.trim(),
          ref,
        };
        return askAgain((confirmed) => damageLot({ ...request, confirmed }));
      }}
      done={(now) => `已报损，在库${now.on_hand}${now.unit}`}
    >
      {(field) => (
        <>
          <p className="num">
            在库{lot.on_hand}
            {lot.unit}。报损的药品按不合格品处理，不再销售。
          </p>
          <Field
            label={`报损数量（${lot.unit}）`}
            type="number"
            inputMode="numeric"
            min={1}
            max={lot.on_hand}
            required
            data-focus=""
            {...field('pieces')}
          />
          <div className="field text-small">
            <SelectBox label="报损原因" name="kind" options={kinds} defaultValue="broken" />
          </div>
          <TextArea label="说明" maxLength={200} required {...field('text')} />
        </>
      )}
    </LotForm>
  );
}
