import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FieldGroup } from '#islands/ui/FieldGroup.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { setCompanyTerms } from '#lib/client/stores/desk/companies.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { CompanyFile } from '#lib/contract/companies/file-schema.ts';

interface Props {
  file: CompanyFile;
  /** The role may only look. */
  isOff: boolean;
  onSaved: (file: CompanyFile) => void;
}

/** Rank, account manager and scopes of a company. */
export function TermsForm({ file, isOff, onSaved }: Props) {
  const { form, field, errors, isBusy } = useForm({
    names: ['rank', 'manager_id', 'scopes'],
    guardsChanges: true,
    send: (values) => setCompanyTerms(file.id, file.seen_mark, values),
    onSent(now: CompanyFile) {
      onSaved(now);
      showToast('success', '已保存');
    },
  });
  return (
    <form {...form} className="grid gap-3">
      <h2 className="text-title">采购条件</h2>
      <fieldset disabled={isOff} className="grid gap-3 m-0 p-0 border-0">
        <div className="grid sm:grid-cols-2 gap-3">
          <Field
            label="会员等级（0–9）"
            inputMode="numeric"
            maxLength={1}
            {...field('rank', String(file.rank))}
          />
          <div className="field text-small">
            <SelectBox
              label="客户经理"
              name="manager_id"
              defaultValue={file.manager_id === 0 ? '' : String(file.manager_id)}
              options={[
                { value: '', text: '没有' },
                ...file.managers.map(({ id, name }) => ({ value: String(id), text: name })),
              ]}
            />
          </div>
        </div>
        <FieldGroup legend="经营范围" error={errors.scopes}>
          <div className="grid grid-cols-2 md:grid-cols-3 gap-x-4 gap-y-1.5 text-small">
            {file.scopes.map(({ code, is_on: isOn, is_held: isHeld, rests_on: papers }) => (
              <label key={code} className="flex items-center gap-2" title={papers}>
                <input type="checkbox" name="scopes" value={code} defaultChecked={isOn === 1} />
                {code}
                {isHeld === 0 && <span className="text-note text-ink-2">无有效资质</span>}
              </label>
            ))}
          </div>
        </FieldGroup>
      </fieldset>
      {!isOff && (
        <div>
          <Button type="submit" busy={isBusy}>
            保存
          </Button>
        </div>
      )}
    </form>
  );
}
