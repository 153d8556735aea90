import { useId, useState } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { LinkDialog } from '#islands/ui/LinkDialog.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { openCompany } from '#lib/client/stores/desk/companies.ts';
import type { OpenedCompany } from '#lib/contract/companies/open-schema.ts';
import { maxPersonName } from '#lib/rules/companies/person-name.ts';
import { buyerTypes } from '#lib/rules/companies/qualification.ts';
import { isKeyOf, keysOf } from '#lib/rules/terms/keys.ts';
import { isMobile, normalizePhone } from '#lib/rules/text/phone.ts';

interface Props {
  onClose: () => void;
  /** The account is there. */
  onDone: () => void;
}

const types = keysOf(buyerTypes).map((value) => ({ value, text: buyerTypes[value].text }));

/** Opens an account for a company that cannot register by itself; the link for the password is shown this once. */
export function OpenCompanyDialog({ onClose, onDone }: Props) {
  const formId = useId();
  const [made, setMade] = useState<OpenedCompany | null>(null);
  const { form, field, errors, isBusy } = useForm({
    names: ['name', 'contact', 'phone', 'buyer_type'],
    leaves: true,
    showsRefusal: true,
    check: ({ name, contact, phone }) => ({
      ...(name.trim().length < 4 && { name: '请按营业执照填写企业名称' }),
      ...(contact.trim().length < 2 && { contact: '请填写联系人姓名' }),
      ...(!isMobile(normalizePhone(phone)) && { phone: '请填写11位手机号' }),
    }),
    send: ({ buyer_type: type, ...texts }) =>
      openCompany({ ...texts, buyer_type: isKeyOf(buyerTypes, type) ? type : 'pharmacy' }),
    onSent(opened: OpenedCompany) {
      setMade(opened);
      onDone();
    },
  });
  if (made !== null)
    return (
      <LinkDialog title="账户已开通" label="设置密码的链接" address={made.link} onClose={onClose}>
        {made.company}（{made.phone}）的账户已开通。请把链接只发给本人，{momentText(made.expires_at)}
        前有效，只能用一次，只显示这一次。对方设置密码后用手机号登录，填写企业资料、上传证照。
      </LinkDialog>
    );
  return (
    <FormDialog title="代企业开账户" formId={formId} button="开通账户" isBusy={isBusy} onClose={onClose}>
      <form id={formId} {...form} className="grid gap-3">
        <p className="m-0 text-small text-ink-2">
          用于收不到短信、不能自助注册的企业。开通后企业自己填写资料、上传证照，审核通过后才能下单。
        </p>
        <Field label="企业名称" maxLength={60} required data-focus="" {...field('name')} />
        <Field label="联系人姓名" maxLength={maxPersonName} required {...field('contact')} />
        <Field
          label="手机号"
          inputMode="tel"
          maxLength={20}
          required
          hint="联系人以后用它登录"
          {...field('phone')}
        />
        <div className="field text-small">
          <SelectBox label="企业类型" name="buyer_type" options={types} defaultValue="pharmacy" />
        </div>
        <FormNotice text={errors.form ?? errors.buyer_type} />
      </form>
    </FormDialog>
  );
}
