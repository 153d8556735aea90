import { type SubmitEvent, useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { react } from '#lib/client/react.ts';
import { saveAddress } from '#lib/client/stores/addresses.ts';
import { keptRegion } from '#lib/client/stores/region.ts';
import type { AddressWire } from '#lib/contract/addresses.ts';
import { AppError, firstMessages } from '#lib/contract/errors.ts';
import { isPhone, normalizePhone } from '#lib/rules/phone.ts';
import { RegionSelect } from './RegionSelect.tsx';

interface Props {
  /** The address to change; null adds one. */
  address: AddressWire | null;
  onClose: () => void;
  onSaved: (address: AddressWire) => void;
}

type Errors = Partial<Record<'receiver' | 'phone' | 'region_code' | 'detail', string>>;

/** Adds or changes an address, in a dialog. What is wrong is said beside its field. */
export function AddressForm({ address, onClose, onSaved }: Props) {
  const [receiver, setReceiver] = useState(address?.receiver ?? '');
  const [phone, setPhone] = useState(address?.phone ?? '');
  const [region, setRegion] = useState(address?.region_code ?? keptRegion()?.code ?? '');
  const [detail, setDetail] = useState(address?.detail ?? '');
  const [isDefault, setDefault] = useState(address?.is_default === 1);
  const [errors, setErrors] = useState<Errors>({});
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  function show(found: Errors) {
    setErrors(found);
    const first = Object.keys(found)[0];
    form.current
      ?.querySelector<HTMLElement>(first === 'region_code' ? 'select' : `[name="${first}"]`)
      ?.focus();
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const missing: Errors = {};
    if (!receiver.trim()) missing.receiver = '请填写收货人';
    if (!phone.trim()) missing.phone = '请填写联系电话';
    else if (!isPhone(normalizePhone(phone))) missing.phone = '请填写11位手机号，或带区号的固定电话';
    if (!region) missing.region_code = '请选择省、市、区县';
    if (!detail.trim()) missing.detail = '请填写详细地址';
    if (Object.keys(missing).length > 0) return show(missing);
    setErrors({});
    setBusy(true);
    try {
      const saved = await saveAddress(
        {
          receiver: receiver.trim(),
          phone: phone.trim(),
          region_code: region,
          detail: detail.trim(),
          is_default: isDefault ? 1 : 0,
        },
        address?.id,
      );
      onSaved(saved);
    } catch (error) {
      setBusy(false);
      const fields: Errors = error instanceof AppError ? firstMessages(error.data) : {};
      if (Object.keys(fields).length > 0) show(fields);
      else react(error);
    }
  }

  return (
    <Dialog
      title={address ? '修改收货地址' : '新增收货地址'}
      open
      width="activity"
      onClose={onClose}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            取消
          </Button>
          <Button type="submit" form="address-form" busy={isBusy}>
            保存
          </Button>
        </>
      }
    >
      <form
        id="address-form"
        ref={form}
        className="grid gap-4"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <div className="grid sm:grid-cols-2 gap-4">
          <Field
            label="收货人"
            name="receiver"
            autoComplete="name"
            maxLength={30}
            required
            value={receiver}
            error={errors.receiver}
            onChange={(event) => setReceiver(event.target.value)}
          />
          <Field
            label="联系电话"
            name="phone"
            type="tel"
            autoComplete="tel"
            maxLength={20}
            required
            hint="手机号，或带区号的固定电话"
            value={phone}
            error={errors.phone}
            onChange={(event) => setPhone(event.target.value)}
          />
        </div>
        <RegionSelect value={region} onChange={setRegion} error={errors.region_code} />
        <Field
          label="详细地址"
          name="detail"
          autoComplete="street-address"
          maxLength={100}
          required
          hint="街道、门牌号、药店或诊所名称"
          value={detail}
          error={errors.detail}
          onChange={(event) => setDetail(event.target.value)}
        />
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={isDefault}
            disabled={address?.is_default === 1}
            onChange={(event) => setDefault(event.target.checked)}
          />
          设为默认地址
        </label>
      </form>
    </Dialog>
  );
}
