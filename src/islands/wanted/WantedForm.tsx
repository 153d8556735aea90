import { useRef } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { call } from '#lib/client/api.ts';
import { newKey } from '#lib/client/key.ts';
import { api } from '#lib/contract/api.ts';
import { path } from '#lib/contract/routes.ts';
import { isPhone, normalizePhone } from '#lib/rules/text/phone.ts';

interface Props {
  /** The query of an empty search. */
  name: string;
  maker: string;
  /** The member's own phone. */
  phone: string;
}

const names = ['name', 'ypgg', 'sccj', 'quantity', 'bzdw', 'price', 'phone', 'note'] as const;

/** The form of a request; sent twice it is one request. */
export function WantedForm({ name, maker, phone }: Props) {
  const token = useRef<string>(undefined);
  const { form, field, isBusy } = useForm({
    names,
    leaves: true,
    guardsChanges: true,
    check: (values) => ({
      ...(!values.name.trim() && { name: '请填写药品名称' }),
      ...(!values.quantity.trim() && { quantity: '请填写求购数量' }),
      ...(!isPhone(normalizePhone(values.phone)) && { phone: '请填写11位手机号，或带区号的固定电话' }),
    }),
    send(values) {
      token.current ??= newKey();
      return call(api.askFor, { ...values, token: token.current });
    },
    onSent: ({ id }) => location.assign(path('/zzfw/pzqg/info', undefined, { id })),
  });

  return (
    <form
      {...form}
      className="grid gap-4 p-4 md:p-5 max-w-720px"
      onChange={() => {
        // Another text is another request.
        token.current = undefined;
      }}
    >
      <Field
        label="药品名称"
        maxLength={60}
        required
        hint="通用名或商品名，越具体越容易找到"
        {...field('name', name)}
      />
      <div className="grid sm:grid-cols-2 gap-4">
        <Field label="规格" maxLength={60} placeholder="例如 0.25g*24粒" {...field('ypgg')} />
        <Field label="生产厂家" maxLength={60} placeholder="不限可不填" {...field('sccj', maker)} />
      </div>
      <div className="grid grid-cols-2 sm:grid-cols-3 gap-4">
        <Field label="求购数量" inputMode="numeric" maxLength={6} required {...field('quantity')} />
        <Field label="单位" maxLength={10} {...field('bzdw', '盒')} />
        <Field
          label="期望单价（元）"
          inputMode="decimal"
          maxLength={12}
          placeholder="选填"
          {...field('price')}
        />
      </div>
      <Field
        label="联系电话"
        type="tel"
        autoComplete="tel"
        maxLength={20}
        required
        hint="采购团队可能会打这个电话核对"
        {...field('phone', phone)}
      />
      <TextArea
        label="补充说明"
        maxLength={300}
        placeholder="例如：需要近期批号、可接受同名不同厂家、每月固定用量"
        {...field('note')}
      />
      <div className="flex items-center gap-3">
        <Button type="submit" busy={isBusy}>
          发布求购
        </Button>
        <a className="btn-plain" href={path('/zzfw/pzqg')}>
          返回列表
        </a>
      </div>
    </form>
  );
}
