import { useId, useRef, useState } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { newKey } from '#lib/client/key.ts';
import { askGift, sayWaits } from '#lib/client/stores/desk/countersign.ts';
import type { CompanyFile } from '#lib/contract/companies/file-schema.ts';
import type { ActWire } from '#lib/contract/countersign.ts';
import { type GiftKind, giftKindKeys, giftKinds, giftProblem, isGiftKind } from '#lib/rules/points/gifts.ts';
import { SecondNote } from '../kit/SecondNote.tsx';

interface Props {
  file: CompanyFile;
  onClose: () => void;
}

const kinds = giftKindKeys.map((value) => ({ value, text: giftKinds[value].text }));
const kindOf = (text: string): GiftKind => (isGiftKind(text) ? text : 'points');

/** Asks that a company is given points, or one of its people cards for a missed day: another person passes it. */
export function GiftDialog({ file, onClose }: Props) {
  const formId = useId();
  const key = useRef(newKey());
  const [kind, setKind] = useState<GiftKind>('points');
  const people = file.people.flatMap(({ id, name, role_text: role, is_disabled: isDisabled }) =>
    isDisabled === 1 ? [] : [{ value: id, text: `${name}（${role}）` }],
  );
  const { form, field, errors, isBusy } = useForm({
    names: ['kind', 'count', 'user_id', 'reason'],
    leaves: true,
    check({ count, user_id: userId, reason }) {
      const problem = giftProblem({ kind, count: Number(count.trim()), userId: userId ?? '' });
      return {
        ...(problem !== null && { [problem.field]: problem.text }),
        ...(reason.trim().length < 2 && { reason: '请填写赠送原因' }),
      };
    },
    // The idempotency key depends on the content, so a corrected request counts as new.
    send: ({ kind: chosen, count, user_id: userId, reason }) =>
      askGift(key.current, {
        id: file.id,
        kind: kindOf(chosen),
        count: count.trim(),
        user_id: kind === 'sign_card' ? userId : '',
        reason,
      }),
    onSent({ company }: ActWire) {
      onClose();
      sayWaits(`赠送给${company}的${giftKinds[kind].text}`, kind);
    },
  });
  const { unit, most } = giftKinds[kind];
  return (
    <FormDialog
      title={`赠送积分：${file.name}`}
      formId={formId}
      button="提出赠送"
      isBusy={isBusy}
      onClose={onClose}
    >
      <form id={formId} {...form} className="grid gap-3">
        <SecondNote kind={kind} />
        <div className="field text-small">
          <SelectBox
            label="种类"
            name="kind"
            options={kinds}
            value={kind}
            onChange={({ currentTarget }) => setKind(kindOf(currentTarget.value))}
          />
        </div>
        <Field
          label={`数量（${unit}，最多${most}）`}
          inputMode="numeric"
          maxLength={6}
          required
          data-focus=""
          {...field('count')}
        />
        {kind === 'sign_card' && (
          <div className="field text-small">
            <SelectBox label="给哪位同事" name="user_id" options={people} />
            {errors.user_id !== undefined && <p className="m-0 text-price-ink">{errors.user_id}</p>}
          </div>
        )}
        <p className="m-0 text-small text-ink-2">
          由平台承担。
          {kind === 'points' ? '积分归企业，用到次年年底；' : '补签卡只能由这位同事使用；'}
          还没用掉的可以在“待复核”收回。
        </p>
        <TextArea label="赠送原因（企业会看到）" maxLength={100} counts required {...field('reason')} />
      </form>
    </FormDialog>
  );
}
