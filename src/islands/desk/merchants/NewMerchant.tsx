import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { createMerchant } from '#lib/client/stores/desk/merchants.ts';
import { path } from '#lib/contract/routes.ts';
import { type LicenceKind, licenceKindKeys, licenceKinds } from '#lib/rules/companies/licences.ts';
import { merchantFieldNames, merchantFields } from '#lib/rules/companies/merchant-fields.ts';
import { MerchantFields } from './MerchantFields.tsx';

const parts = ['number', 'from', 'to'] as const;
type PaperName = `${LicenceKind}.${(typeof parts)[number]}`;
const paperNames = licenceKindKeys.flatMap((kind) => parts.map((part): PaperName => `${kind}.${part}`));

interface Props {
  code: string;
  /** What most merchants begin with, by field. */
  usual: Readonly<Partial<Record<string, string>>>;
}

/** A new merchant with its licences; the first one of a shop is M01. */
export function NewMerchant({ code, usual }: Props) {
  const { form, field, errors, isBusy } = useForm({
    names: ['code', ...merchantFieldNames, ...paperNames, 'papers'] as const,
    guardsChanges: true,
    showsRefusal: true,
    leaves: true,
    check: (values) =>
      Object.fromEntries(
        merchantFields
          .filter(({ name, isNeeded }) => isNeeded && values[name].trim() === '')
          .map(({ name, text }) => [name, `请填写${text}`]),
      ),
    send: (values) =>
      createMerchant({
        code: values.code.trim(),
        fields: merchantFieldNames
          .filter((name) => values[name].trim() !== '')
          .map((name) => ({ field: name, value: values[name] })),
        papers: licenceKindKeys
          .filter((kind) => values[`${kind}.number`].trim() !== '')
          .map((kind) => ({
            kind,
            number: values[`${kind}.number`],
            valid_from: values[`${kind}.from`],
            valid_to: values[`${kind}.to`],
          })),
      }),
    onSent: ({ id }) => location.assign(path('/desk/merchants/[id]', { id })),
  });
  return (
    <section className="panel">
      <h1 className="panel-title">新增商家</h1>
      <form {...form} className="grid gap-5 px-3 md:px-4 py-3">
        <div className="max-w-320px">
          <Field
            label="编码"
            maxLength={10}
            hint="2–10个大写字母和数字，以字母开头；目录里没有写商家的商品归M01"
            required
            {...field('code', code)}
          />
        </div>
        <MerchantFields names={merchantFieldNames} box={(name) => field(name, usual[name] ?? '')} />
        <fieldset data-field="papers" tabIndex={-1} className="grid gap-3 m-0 p-0 border-0">
          <legend className="mb-2 p-0 font-600">证照</legend>
          <p className="text-small text-ink-2">营业执照必填，另须一项经营许可；有效期至空着为长期。</p>
          {licenceKindKeys.map((kind) => {
            const { text } = licenceKinds[kind];
            return (
              <div key={kind} className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
                <Field label={`${text}证号`} maxLength={60} {...field(`${kind}.number`)} />
                <Field label={`${text}发证日期`} type="date" {...field(`${kind}.from`)} />
                <Field label={`${text}有效期至`} type="date" {...field(`${kind}.to`)} />
              </div>
            );
          })}
          <FormNotice text={errors.papers} />
        </fieldset>
        <FormNotice text={errors.form} />
        <p>
          <Button type="submit" busy={isBusy}>
            新增
          </Button>
        </p>
      </form>
    </section>
  );
}
