import { useId, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { handInLicence } from '#lib/client/stores/desk/licences.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { maxUploadBytes } from '#lib/contract/constants.ts';
import { AppError } from '#lib/contract/errors.ts';
import { type LicenceKind, licenceKindKeys, licenceKinds } from '#lib/rules/companies/licences.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';

interface Props {
  /** Null: it is chosen here. */
  kind: LicenceKind | null;
  onClose: () => void;
  onDone: () => void;
}

const options = licenceKindKeys.map((value) => ({ value, text: licenceKinds[value].text }));
const rules = {
  endings: ['.pdf', '.jpg', '.jpeg', '.png', '.webp', '.heic', '.heif'],
  types: ['application/pdf', 'image/*'],
  maxBytes: maxUploadBytes,
  maxCount: 1,
};

/** A new licence with its scan, which the platform reviews. */
export function HandInDialog({ kind: given, onClose, onDone }: Props) {
  const formId = useId();
  const [file, setFile] = useState<File | null>(null);
  const [kind, setKind] = useState<LicenceKind>(given ?? 'drug_licence');
  const { form, field, errors, isBusy } = useForm({
    names: ['kind', 'number', 'valid_from', 'valid_to', 'file'],
    showsRefusal: true,
    leaves: true,
    check: ({ number, valid_from: from, valid_to: to }) => ({
      ...(number.trim().length < 4 && { number: '请填写证号' }),
      ...(from === '' && { valid_from: '请填写发证日期' }),
      ...(to === '' && !licenceKinds[kind].isEndless && { valid_to: '请填写有效期至' }),
      ...(to !== '' && from !== '' && to < from && { valid_to: '有效期至不能早于发证日期' }),
      ...(file === null && { form: '请先选择扫描件' }),
    }),
    async send({ number, valid_from, valid_to }) {
      if (file === null) throw new AppError(422, '请先选择扫描件');
      return handInLicence({ kind, number: number.trim(), valid_from, valid_to, file });
    },
    onSent() {
      showToast('success', `${licenceKinds[kind].text}已提交，等待平台核验`);
      onDone();
    },
  });
  return (
    <FormDialog title="提交证照" onClose={onClose} formId={formId} button="提交核验" isBusy={isBusy}>
      <form id={formId} {...form} className="grid gap-3">
        {given === null ? (
          <div className="field text-small">
            <SelectBox
              label="证照"
              name="kind"
              options={options}
              defaultValue={kind}
              onChange={({ target }) => isKeyOf(licenceKinds, target.value) && setKind(target.value)}
            />
          </div>
        ) : (
          <p>{licenceKinds[kind].text}</p>
        )}
        <Field label="证号" maxLength={60} required data-focus="" {...field('number')} />
        <div className="grid grid-cols-2 gap-3">
          <Field label="发证日期" type="date" required {...field('valid_from')} />
          <Field
            label="有效期至"
            type="date"
            required={!licenceKinds[kind].isEndless}
            hint={licenceKinds[kind].isEndless ? '长期有效的不填' : undefined}
            {...field('valid_to')}
          />
        </div>
        <div className="border border-dashed border-line-strong rounded">
          <FilePicker
            title="扫描件"
            label="选择扫描件"
            button={file === null ? '选择文件' : '换一份'}
            hint="PDF或图片，一份，不超过10 MB；多页请合并为一个PDF，连同变更记录页"
            rules={rules}
            isDisabled={isBusy}
            onFiles={([first]) => first !== undefined && setFile(first)}
          >
            {file !== null && (
              <p className="flex items-center gap-2 text-small">
                <span className="truncate">{file.name}</span>
                <Button kind="text" size="small" onClick={() => setFile(null)}>
                  移除
                </Button>
              </p>
            )}
          </FilePicker>
        </div>
        <FormNotice text={errors.form ?? errors.file} />
      </form>
    </FormDialog>
  );
}
