import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { pressedKey } from '#islands/ui/pressed-key.ts';
import { useForm } from '#islands/ui/use-form.ts';
import { newKey } from '#lib/client/key.ts';
import { putInLot } from '#lib/client/stores/desk/lots.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { DeskLotRow, LotGoods } from '#lib/contract/lots.ts';
import { readGs1 } from '#lib/rules/text/barcodes.ts';
import { askAgain } from './ask-again.ts';
import { GoodsFinder } from './GoodsFinder.tsx';

interface Props {
  /** Null: it is found first. */
  goods: LotGoods | null;
  onClose: () => void;
  onDone: (row: DeskLotRow) => void;
}

/** Puts in pieces of a lot. A repeat after a lost response puts them in once. */
export function PutInDialog({ goods: given, onClose, onDone }: Props) {
  const formId = useId();
  const [goods, setGoods] = useState(given);
  const ref = useRef<string>(undefined);
  const { form, field, fill, errors, isBusy } = useForm({
    names: ['lot_no', 'produced_on', 'expires_on', 'pieces'],
    showsRefusal: true,
    leaves: true,
    check: ({ lot_no: lot, produced_on: made, expires_on: ends, pieces }) => ({
      ...(goods === null && { form: '请先选择商品' }),
      ...(lot.trim() === '' && { lot_no: '请填写批号' }),
      ...(made === '' && { produced_on: '请填写生产日期' }),
      ...(ends === '' && { expires_on: '请填写有效期' }),
      ...(made !== '' && ends !== '' && made > ends && { expires_on: '有效期不能早于生产日期' }),
      ...(!(Number(pieces) > 0) && { pieces: '请填写入库数量' }),
    }),
    send(values) {
      ref.current ??= newKey();
      const request = {
        ...values,
        ref: ref.current,
        goods_id: goods?.id ?? 0,
        pieces: Number(values.pieces),
      };
      return askAgain((confirmed) => putInLot({ ...request, confirmed }));
    },
    onSent(row) {
      showToast('success', `已入库，批号${row.lot_no}在库${row.on_hand}${row.unit}`);
      onDone(row);
    },
  });
  /** A scanned GS1 string, as scanners end it with Enter: lot and days go into their fields. */
  function takeScan(event: KeyboardEvent<HTMLInputElement>) {
    if (pressedKey(event) === 'Enter' && fillFrom(event.currentTarget.value)) event.preventDefault();
  }

  function fillFrom(scanned: string): boolean {
    const gs1 = readGs1(scanned);
    if (gs1 === null || gs1.lotNo === '') return false;
    fill({
      lot_no: gs1.lotNo,
      ...(gs1.producedOn !== '' && { produced_on: gs1.producedOn }),
      ...(gs1.expiresOn !== '' && { expires_on: gs1.expiresOn }),
    });
    return true;
  }

  return (
    <FormDialog title="批次入库" onClose={onClose} formId={formId} button="确认入库" isBusy={isBusy}>
      <div className="grid gap-3">
        {goods === null ? (
          <GoodsFinder
            onChoose={(found, typed) => {
              setGoods(found);
              fillFrom(typed);
            }}
          />
        ) : (
          <p>
            {goods.name}
            <span className="block text-note text-ink-2">
              {goods.spec} · {goods.maker}
            </span>
            {given === null && (
              <Button kind="text" size="small" onClick={() => setGoods(null)}>
                换一个商品
              </Button>
            )}
          </p>
        )}
        <form
          id={formId}
          {...form}
          className="grid gap-3"
          onChange={() => {
            // Other words are another press.
            ref.current = undefined;
          }}
        >
          <Field label="批号" maxLength={100} required onKeyDown={takeScan} {...field('lot_no')} />
          <div className="grid grid-cols-2 gap-3">
            <Field label="生产日期" type="date" required {...field('produced_on')} />
            <Field label="有效期至" type="date" required {...field('expires_on')} />
          </div>
          <Field
            label={goods === null ? '入库数量' : `入库数量（${goods.unit}）`}
            type="number"
            min={1}
            max={999_999}
            required
            {...field('pieces')}
          />
          {errors.form !== undefined && (
            <p role="alert" className="text-price text-small">
              {errors.form}
            </p>
          )}
        </form>
      </div>
    </FormDialog>
  );
}
