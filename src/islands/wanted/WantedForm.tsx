import { type SubmitEvent, useId, useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { react } from '#lib/client/react.ts';
import { askFor } from '#lib/client/stores/wanted.ts';
import { AppError, firstMessages } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { isPhone, normalizePhone } from '#lib/rules/phone.ts';

interface Props {
  /** What an empty search looked for. */
  name: string;
  /** The member's own phone. */
  phone: string;
}

type Name = 'name' | 'spec' | 'maker' | 'quantity' | 'unit' | 'price' | 'phone' | 'note';
type Errors = Partial<Record<Name, string>>;

/**
 * The form of a request. What is wrong is said beside its field; sent twice it is one request. The fields keep their
 * own text: what was typed before the page came to life counts.
 */
export function WantedForm({ name, phone }: Props) {
  const [errors, setErrors] = useState<Errors>({});
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const token = useRef<string>(undefined);
  const noteId = useId();

  function show(found: Errors) {
    setErrors(found);
    const first = Object.keys(found)[0];
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Record<Name, string>;
    const missing: Errors = {};
    if (!values.name.trim()) missing.name = '请填写药品名称';
    if (!values.quantity.trim()) missing.quantity = '请填写求购数量';
    if (!isPhone(normalizePhone(values.phone))) missing.phone = '请填写11位手机号，或带区号的固定电话';
    if (Object.keys(missing).length > 0) return show(missing);
    setErrors({});
    setBusy(true);
    token.current ??= crypto.randomUUID();
    try {
      const made = await askFor({ ...values, token: token.current });
      location.assign(path('/zzfw/pzqg/info', undefined, { id: made.id }));
    } catch (error) {
      setBusy(false);
      const fields: Errors = error instanceof AppError ? firstMessages(error.data) : {};
      if (Object.keys(fields).length > 0) show(fields);
      else react(error);
    }
  }

  /** What a field of this name needs. */
  const field = (key: Name, text = '') => ({ name: key, defaultValue: text, error: errors[key] });

  return (
    <form
      ref={form}
      className="grid gap-4 p-4 md:p-5 max-w-720px"
      noValidate
      onChange={() => {
        // Another text is another request.
        token.current = undefined;
      }}
      onSubmit={(event) => void submit(event)}
    >
      <Field
        label="药品名称"
        maxLength={60}
        required
        hint="通用名或商品名，越具体越容易找到"
        {...field('name', name)}
      />
      <div className="grid sm:grid-cols-2 gap-4">
        <Field label="规格" maxLength={60} placeholder="例如 0.25g*24粒" {...field('spec')} />
        <Field label="生产厂家" maxLength={60} placeholder="不限可不填" {...field('maker')} />
      </div>
      <div className="grid grid-cols-2 sm:grid-cols-3 gap-4">
        <Field label="求购数量" inputMode="numeric" maxLength={6} required {...field('quantity')} />
        <Field label="单位" maxLength={10} {...field('unit', '盒')} />
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
      <div className="field">
        <label htmlFor={noteId} className="text-13px text-ink-2">
          补充说明
        </label>
        <textarea
          id={noteId}
          name="note"
          maxLength={300}
          className="input h-96px py-2 resize-y"
          placeholder="例如：需要近期批号、可接受同名不同厂家、每月固定用量"
        />
        {errors.note && <p className="text-12px text-price-ink">{errors.note}</p>}
      </div>
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
