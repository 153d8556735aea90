import { useId, useRef } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { newKey } from '#lib/client/key.ts';
import { damageLot } from '#lib/client/stores/desk/lots.ts';
import type { DeskLot } from '#lib/contract/lots/schema.ts';
import { damageKindKeys, damageKinds } from '#lib/rules/orders/lot-acts.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { askAgain } from './ask-again.ts';
import { tellDone } from './tell-done.ts';

interface Props {
  lot: DeskLot;
  onClose: () => void;
  onDone: (lot: DeskLot) => void;
}

const kinds = damageKindKeys.map((value) => ({ value, text: damageKinds[value] }));

/** 报损: how many pieces are gone, and why. */
export function DamageDialog({ lot, onClose, onDone }: Props) {
  const formId = useId();
  const ref = useRef<string>(undefined);
  const { form, field, errors, isBusy } = useForm({
    names: ['pieces', 'kind', 'text'],
    showsRefusal: true,
    leaves: true,
    check: ({ pieces, text }) => ({
      ...(!(/^[1-9]\d*$/.test(pieces) && Number(pieces) <= lot.on_hand) && {
        pieces: `请填写1到${lot.on_hand}`,
      }),
      ...(text.trim().length < 2 && { text: '请填写说明' }),
    }),
    send({ pieces, kind, text }) {
      ref.current ??= newKey();
      const wish = {
        goods: lot.goods_id,
        lot_no: lot.lot_no,
        pieces: Number(pieces),
        kind: isKeyOf(damageKinds, kind) ? kind : ('other' as const),
        text: text.trim(),
        ref: ref.current,
      };
      return askAgain((confirmed) => damageLot({ ...wish, confirmed }));
    },
    onSent(now) {
      onDone(now);
      onClose();
      tellDone(`已报损，在库${now.on_hand}${now.unit}`, now);
    },
  });
  return (
    <FormDialog
      title={`报损：批号${lot.lot_no}`}
      onClose={onClose}
      formId={formId}
      button="登记报损"
      isBusy={isBusy}
    >
      <form
        id={formId}
        {...form}
        className="grid gap-3"
        onChange={() => {
          // Another number or reason is another press.
          ref.current = undefined;
        }}
      >
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
        {errors.form !== undefined && (
          <p role="alert" className="text-price text-small">
            {errors.form}
          </p>
        )}
      </form>
    </FormDialog>
  );
}
