import { useId, useState } from 'react';
import { RegionSelect } from '#islands/addresses/RegionSelect.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { addStore } from '#lib/client/stores/stores.ts';
import type { StoreWire, WaitingStore } from '#lib/contract/stores/calls.ts';
import { isPhone, normalizePhone } from '#lib/rules/text/phone.ts';
import { LicenceChoice } from './LicenceChoice.tsx';

interface Props {
  /** The named store that is opened; without it a store is added. */
  named?: WaitingStore | undefined;
  onClose: () => void;
  onAdded: (store: StoreWire) => void;
}

const names = ['name', 'code', 'inherits', 'receiver', 'phone', 'region_code', 'detail'] as const;

/** Adds a store, or opens a named one: name, location, and whose licences it buys on. */
export function AddStoreDialog({ named, onClose, onAdded }: Props) {
  const formId = useId();
  const [region, setRegion] = useState(named?.region_code ?? '');
  const { form, field, errors, isBusy, forget } = useForm({
    names,
    leaves: true,
    showsRefusal: true,
    check: ({ name, receiver, phone, detail }) => ({
      ...(name.trim().length < 4 && { name: '请填写门店名称，至少4个字' }),
      ...(!receiver.trim() && { receiver: '请填写收货人' }),
      ...(!isPhone(normalizePhone(phone)) && { phone: '请填写11位手机号，或带区号的固定电话' }),
      ...(!region && { region_code: '请选择省、市、区县' }),
      ...(!detail.trim() && { detail: '请填写详细地址' }),
    }),
    send: ({ name, code, inherits, receiver, phone, detail }) =>
      addStore({
        name: name.trim(),
        code: code.trim(),
        credit_code: named?.credit_code ?? '',
        inherits: inherits === '1' ? 1 : 0,
        receiver: receiver.trim(),
        phone: phone.trim(),
        region_code: region,
        detail: detail.trim(),
      }),
    onSent: onAdded,
  });
  return (
    <FormDialog
      title={named === undefined ? '添加门店' : '开通门店'}
      width="activity"
      onClose={onClose}
      formId={formId}
      button={named === undefined ? '添加' : '开通'}
      isBusy={isBusy}
    >
      <form id={formId} {...form} className="grid gap-4">
        {named !== undefined && (
          <p className="text-small text-ink-2">
            注册时登记的门店，统一社会信用代码 <span className="num text-ink">{named.credit_code}</span>
          </p>
        )}
        <div className="grid sm:grid-cols-[minmax(0,1fr)_140px] gap-4">
          <Field label="门店名称" maxLength={60} required {...field('name', named?.name)} />
          <Field label="门店编号（选填）" maxLength={20} {...field('code')} />
        </div>
        <LicenceChoice error={errors.inherits} />
        <div className="grid sm:grid-cols-2 gap-4">
          <Field label="收货人" maxLength={30} required {...field('receiver', named?.receiver)} />
          <Field label="联系电话" type="tel" maxLength={20} required {...field('phone', named?.phone)} />
        </div>
        <RegionSelect
          value={region}
          onChange={(code) => {
            setRegion(code);
            forget('region_code');
          }}
          error={errors.region_code}
        />
        <Field label="详细地址" maxLength={100} required {...field('detail')} />
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}
