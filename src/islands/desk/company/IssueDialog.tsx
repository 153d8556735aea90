import { useId, useRef, useState } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { newKey } from '#lib/client/key.ts';
import { askIssue, sayWaits } from '#lib/client/stores/desk/countersign.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { CompanyFile } from '#lib/contract/companies/file-schema.ts';
import type { ActWire } from '#lib/contract/countersign.ts';
import { findYuan } from '#lib/rules/money/money.ts';
import { type IssuedKind, issuedKinds, issueProblem } from '#lib/rules/promotions/issued.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { isKeyOf, keysOf } from '#lib/rules/terms/keys.ts';
import { SecondNote } from '../kit/SecondNote.tsx';

interface Props {
  file: CompanyFile;
  onClose: () => void;
}

const kinds = keysOf(issuedKinds).map((value) => ({ value, text: issuedKinds[value].text }));
const kindOf = (text: string): IssuedKind => (isKeyOf(issuedKinds, text) ? text : 'voucher');
const lasts = 30 * 86_400_000;

/** Asks that a company is given a coupon or a cash voucher: it has it when another person passes it. */
export function IssueDialog({ file, onClose }: Props) {
  const formId = useId();
  const key = useRef(newKey());
  const [kind, setKind] = useState<IssuedKind>('voucher');
  const { form, field, isBusy } = useForm({
    names: ['kind', 'value', 'threshold', 'until', 'reason'],
    leaves: true,
    check({ value, threshold, until, reason }) {
      const asked = { kind, value: findYuan(value.trim()) ?? 0, threshold: fenOf(threshold), until };
      const problem = issueProblem(asked, Date.now());
      return {
        ...(problem !== null && { [problem.field]: problem.text }),
        ...(reason.trim().length < 2 && { reason: '请填写发放原因' }),
      };
    },
    send: ({ kind: chosen, threshold, ...values }) =>
      askIssue(key.current, {
        id: file.id,
        kind: kindOf(chosen),
        threshold: threshold.trim() || '0',
        ...values,
      }),
    onSent({ company, state_text: text, is_alone: isAlone }: ActWire) {
      onClose();
      if (isAlone === 1) showToast('success', `${company}：${text}`);
      else sayWaits(`发给${company}的券`, kind);
    },
  });
  return (
    <FormDialog
      title={`发券：${file.name}`}
      formId={formId}
      button="提出发放"
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
        <Field label="面额（元）" inputMode="decimal" maxLength={10} required {...field('value')} />
        {kind === 'coupon' && (
          <Field
            label="使用门槛：满（元）"
            inputMode="decimal"
            maxLength={12}
            required
            {...field('threshold')}
          />
        )}
        <Field label="有效期至" type="date" required {...field('until', dayKey(Date.now() + lasts))} />
        <TextArea label="发放原因（企业会看到）" maxLength={100} counts required {...field('reason')} />
      </form>
    </FormDialog>
  );
}

function fenOf(text: string | undefined): number {
  return findYuan((text ?? '').trim()) ?? 0;
}
