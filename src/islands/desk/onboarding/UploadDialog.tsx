import { useId, useState } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { maxUploadBytes } from '#lib/contract/constants.ts';
import type { OnboardingRow, OnboardingSheet } from '#lib/contract/onboarding.ts';
import { maxOnboardingPages } from '#lib/rules/companies/onboarding.ts';
import { sendPages, sendPaper } from './send-paper.ts';

interface Props {
  /** The item of the sheet; 0: the merchant's own. */
  goods: number;
  row: OnboardingRow;
  onClose: () => void;
  /** Called with the saved state, while further files are being sent. */
  onSaved: (sheet: OnboardingSheet) => void;
  onDone: (sheet: OnboardingSheet) => void;
}

const rules = {
  endings: ['.pdf', '.jpg', '.jpeg', '.png', '.webp', '.heic', '.heif'],
  types: ['application/pdf', 'image/*'],
  maxBytes: maxUploadBytes,
};

/** Submits a document, or replaces one: number, last day, and its files in order. */
export function UploadDialog({ goods, row, onClose, onSaved, onDone }: Props) {
  const formId = useId();
  const [files, setFiles] = useState<readonly File[]>([]);
  const { form, field, errors, isBusy } = useForm({
    names: ['number', 'valid_to', 'file'],
    showsRefusal: true,
    leaves: true,
    check: ({ valid_to: validTo }) => ({
      ...(row.validity === 'needed' && validTo === '' && { valid_to: '请填写有效期至' }),
      ...(files.length === 0 && { form: '请先选择文件' }),
    }),
    send: ({ number, valid_to: validTo }) =>
      sendPaper({ goods, kind: row.kind, number, valid_to: validTo, replaces: row.id }, files, onSaved),
    onSent(sheet) {
      showToast('success', `已上传${row.kind_text}`);
      onDone(sheet);
    },
  });
  return (
    <FormDialog
      title={`${row.id === 0 ? '上传' : '更换'}${row.kind_text}`}
      onClose={onClose}
      formId={formId}
      button="保存"
      isBusy={isBusy}
    >
      <form id={formId} {...form} className="grid gap-3">
        <p className="text-small text-ink-2">
          {row.hint}。{row.id > 0 && '原来的一份转入历史。'}
        </p>
        <Field label="编号" maxLength={100} data-focus {...field('number', row.number)} />
        {row.validity !== 'none' && (
          <Field
            label="有效期至"
            type="date"
            required={row.validity === 'needed'}
            hint={row.validity === 'optional' ? '长期有效的不填' : undefined}
            {...field('valid_to')}
          />
        )}
        <FilesBox files={files} most={maxOnboardingPages} isBusy={isBusy} onChange={setFiles} />
        <FormNotice text={errors.form ?? errors.file} />
      </form>
    </FormDialog>
  );
}

/** Adds files to an existing document. */
export function PageDialog({ goods, row, onClose, onSaved, onDone }: Props) {
  const formId = useId();
  const [files, setFiles] = useState<readonly File[]>([]);
  const { form, errors, isBusy } = useForm({
    names: ['file'],
    showsRefusal: true,
    leaves: true,
    check: () => (files.length === 0 ? { form: '请先选择文件' } : {}),
    send: () => sendPages({ goods, id: row.id }, files, onSaved),
    onSent(sheet) {
      showToast('success', `已为${row.kind_text}加页`);
      onDone(sheet);
    },
  });
  return (
    <FormDialog
      title={`${row.kind_text}加页`}
      onClose={onClose}
      formId={formId}
      button="保存"
      isBusy={isBusy}
    >
      <form id={formId} {...form} className="grid gap-3">
        <p className="text-small text-ink-2">接在已有的{row.files.length}份文件后面，编号和有效期不变。</p>
        <FilesBox
          files={files}
          most={maxOnboardingPages - row.files.length}
          isBusy={isBusy}
          onChange={setFiles}
        />
        <FormNotice text={errors.form ?? errors.file} />
      </form>
    </FormDialog>
  );
}

interface FilesProps {
  files: readonly File[];
  most: number;
  isBusy: boolean;
  onChange: (files: readonly File[]) => void;
}

/** The chosen files, in their final order. */
function FilesBox({ files, most, isBusy, onChange }: FilesProps) {
  const room = most - files.length;
  return (
    <div className="border border-dashed border-line-strong rounded">
      <FilePicker
        title="资料文件"
        label="选择资料文件"
        button={files.length === 0 ? '选择文件' : '再选一份'}
        hint={`PDF或图片，最多${most}份，每份不超过10 MB`}
        rules={{ ...rules, maxCount: Math.max(room, 1) }}
        isDisabled={isBusy || room <= 0}
        onFiles={(more) => onChange([...files, ...more])}
      >
        {files.length > 0 && (
          <ul aria-label="已选择的文件" className="text-small">
            {files.map((file, at) => (
              <li key={`${file.name} ${file.size} ${at}`} className="flex items-center gap-2">
                <span className="truncate">{file.name}</span>
                <button
                  type="button"
                  className="icon-button ml-auto"
                  aria-label={`移除${file.name}`}
                  disabled={isBusy}
                  onClick={() => onChange(files.filter((one) => one !== file))}
                >
                  <span className="i-lucide-x text-title" aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        )}
      </FilePicker>
    </div>
  );
}
