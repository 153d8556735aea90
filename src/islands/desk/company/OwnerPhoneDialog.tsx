import { useId, useState } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { sayWaits } from '#lib/client/stores/desk/countersign.ts';
import { askOwnerChange, uploadOwnerPaper } from '#lib/client/stores/desk/owner-changes.ts';
import type { CompanyFile } from '#lib/contract/companies/file-schema.ts';
import { maxUploadBytes } from '#lib/contract/constants.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { OwnerChangesList, OwnerChangeWire } from '#lib/contract/owner-changes.ts';
import {
  type OwnerChangePaper,
  ownerChangePaperKinds,
  ownerChangePapers,
} from '#lib/rules/companies/owner-change.ts';
import { isMobile, normalizePhone } from '#lib/rules/text/phone.ts';
import { SecondNote } from '../kit/SecondNote.tsx';

interface Props {
  id: number;
  company: string;
  owners: CompanyFile['people'];
  onClose: () => void;
  onDone: (rows: readonly OwnerChangeWire[]) => void;
}

const rules = {
  endings: ['.pdf', '.jpg', '.jpeg', '.png', '.webp', '.heic', '.heif'],
  types: ['application/pdf', 'image/*'],
  maxBytes: maxUploadBytes,
  maxCount: 1,
};

/** Requests another phone for an owner who lost theirs, with the three documents. */
export function OwnerPhoneDialog({ id, company, owners, onClose, onDone }: Props) {
  const formId = useId();
  const [files, setFiles] = useState<Partial<Record<OwnerChangePaper, File>>>({});
  const missing = ownerChangePaperKinds.filter((kind) => files[kind] === undefined);
  const { form, field, errors, isBusy } = useForm({
    names: ['user_id', 'phone', 'reason', 'licence', 'identity', 'letter'],
    showsRefusal: true,
    leaves: true,
    check: ({ phone, reason }) => ({
      ...(!isMobile(normalizePhone(phone)) && { phone: '请填写11位手机号' }),
      ...(reason.trim().length < 2 && { reason: '请填写更换原因' }),
      ...(missing.length > 0 && {
        form: `请上传${missing.map((kind) => ownerChangePapers[kind]).join('、')}`,
      }),
    }),
    async send({ user_id, phone, reason }) {
      const [licence, identity, letter] = [
        await send('licence'),
        await send('identity'),
        await send('letter'),
      ];
      return askOwnerChange({
        id,
        user_id,
        phone: phone.trim(),
        reason: reason.trim(),
        licence,
        identity,
        letter,
      });
    },
    onSent({ list }: OwnerChangesList) {
      onClose();
      onDone(list);
      sayWaits('更换负责人手机', 'owner_phone');
    },
  });

  async function send(kind: OwnerChangePaper): Promise<number> {
    const file = files[kind];
    if (file === undefined) throw new AppError(422, `请上传${ownerChangePapers[kind]}`);
    return (await uploadOwnerPaper(id, file)).id;
  }

  return (
    <FormDialog
      title={`更换负责人手机：${company}`}
      formId={formId}
      button="提出更换"
      isBusy={isBusy}
      onClose={onClose}
    >
      <form id={formId} {...form} className="grid gap-3">
        <p className="m-0 text-small text-ink-2">
          通过后，原手机和企业全体人员会收到通知；公示期内企业没有异议才更换，原设备、密码、微信和通行密钥同时失效。
        </p>
        <SecondNote kind="owner_phone" />
        <div className="field text-small">
          <SelectBox
            label="负责人"
            name="user_id"
            options={owners.map(({ id: value, name, phone }) => ({ value, text: `${name} ${phone}` }))}
            defaultValue={owners[0]?.id ?? ''}
          />
        </div>
        <Field label="新手机号" inputMode="tel" maxLength={20} required data-focus="" {...field('phone')} />
        <TextArea label="更换原因" maxLength={200} counts required {...field('reason')} />
        {ownerChangePaperKinds.map((kind) => (
          <div key={kind} className="border border-dashed border-line-strong rounded">
            <FilePicker
              title={ownerChangePapers[kind]}
              label={`选择${ownerChangePapers[kind]}`}
              button={`${files[kind] === undefined ? '上传' : '更换'}${ownerChangePapers[kind]}`}
              hint="PDF或图片，不超过10 MB"
              rules={rules}
              isDisabled={isBusy}
              onFiles={([first]) => first !== undefined && setFiles((now) => ({ ...now, [kind]: first }))}
            >
              {files[kind] !== undefined && <p className="m-0 truncate text-small">{files[kind].name}</p>}
            </FilePicker>
          </div>
        ))}
        <FormNotice
          text={errors.form ?? errors.user_id ?? errors.licence ?? errors.identity ?? errors.letter}
        />
      </form>
    </FormDialog>
  );
}
