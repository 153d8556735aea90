import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { saveAddress } from '#lib/client/stores/checkout/addresses.ts';
import { savedRegion } from '#lib/client/stores/shell/region.ts';
import type { AddressWire } from '#lib/contract/addresses.ts';
import { placeToCheck } from '#lib/rules/companies/delivery-place.ts';
import { isPhone, normalizePhone } from '#lib/rules/text/phone.ts';
import { RegionSelect } from './RegionSelect.tsx';

interface Props {
  /** The address to change; null adds one. */
  address: AddressWire | null;
  /** For what is no medicine, of whose place GSP asks nothing. */
  isForThings?: boolean;
  onClose: () => void;
  onSaved: (address: AddressWire) => void;
}

const names = ['receiver', 'phone', 'region_code', 'detail', 'is_default'] as const;

/** Adds or changes an address, in a dialog. */
export function AddressForm({ address, isForThings = false, onClose, onSaved }: Props) {
  const [region, setRegion] = useState(address?.region_code ?? savedRegion()?.code ?? '');
  const { form, field, errors, isBusy, forget } = useForm({
    names,
    leaves: true,
    check: ({ receiver, phone, detail }) => ({
      ...(!receiver.trim() && { receiver: '请填写收货人' }),
      ...(!phone.trim()
        ? { phone: '请填写联系电话' }
        : !isPhone(normalizePhone(phone)) && { phone: '请填写11位手机号，或带区号的固定电话' }),
      ...(!region && { region_code: '请选择省、市、区县' }),
      ...(!detail.trim() && { detail: '请填写详细地址' }),
    }),
    async send({ receiver, phone, detail, is_default }) {
      const saved = await saveAddress(
        {
          receiver: receiver.trim(),
          phone: phone.trim(),
          region_code: region,
          detail: detail.trim(),
          // A box that cannot be changed is not sent by the browser.
          is_default: is_default !== '' || address?.is_default === 1 ? 1 : 0,
        },
        address?.id,
      );
      onSaved(saved);
    },
  });

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
      <form id="address-form" {...form} className="grid gap-4">
        <p className="text-small text-ink-2">
          {isForThings
            ? `地址会保存到企业的收货地址；不在许可证登记的区县的，会标为“${placeToCheck}”。`
            : `药品须送到许可证登记的注册地址或仓库（GSP）。其他区县的地址也可以保存和下单，会标为“${placeToCheck}”，商家发货前与您核对。`}
        </p>
        <div className="grid sm:grid-cols-2 gap-4">
          <Field
            label="收货人"
            autoComplete="name"
            maxLength={30}
            required
            {...field('receiver', address?.receiver)}
          />
          <Field
            label="联系电话"
            type="tel"
            autoComplete="tel"
            maxLength={20}
            required
            hint="手机号，或带区号的固定电话"
            {...field('phone', address?.phone)}
          />
        </div>
        <RegionSelect
          value={region}
          onChange={(code) => {
            setRegion(code);
            forget('region_code');
          }}
          error={errors.region_code}
        />
        <Field
          label="详细地址"
          autoComplete="street-address"
          maxLength={100}
          required
          hint="街道、门牌号、药店或诊所名称"
          {...field('detail', address?.detail)}
        />
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            name="is_default"
            value="1"
            defaultChecked={address?.is_default === 1}
            disabled={address?.is_default === 1}
          />
          设为默认地址
        </label>
      </form>
    </Dialog>
  );
}
