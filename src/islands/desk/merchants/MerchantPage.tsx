import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { loadMerchant, saveMerchant } from '#lib/client/stores/desk/merchants.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { MerchantFileWire } from '#lib/contract/merchant-desk.ts';
import { path } from '#lib/contract/routes.ts';
import { fieldsOfSide } from '#lib/rules/companies/merchant-fields.ts';
import type { Side } from '#lib/rules/companies/staff.ts';
import { MerchantFields } from './MerchantFields.tsx';
import { MerchantState } from './MerchantState.tsx';

interface Props {
  initial: MerchantFileWire;
  side: Side;
}

/** A merchant's file: its state and licences, and the fields that this side changes; only changed ones are sent. */
export function MerchantPage({ initial, side }: Props) {
  const [file, setFile] = useState(initial);
  /** The texts that the person saw in the boxes. */
  const [seen, setSeen] = useState(initial.values);
  const [saves, setSaves] = useState(0);
  const id = side === 'platform' ? file.id : null;
  const names = fieldsOfSide(side);
  const { form, field, errors, isBusy } = useForm({
    names,
    guardsChanges: true,
    showsRefusal: true,
    async send(values) {
      const changes = names
        .filter((name) => values[name].trim() !== (seen[name] ?? ''))
        .map((name) => ({ field: name, seen: seen[name] ?? '', value: values[name] }));
      if (changes.length === 0) throw new AppError(422, '没有修改');
      try {
        return await saveMerchant(id, changes);
      } catch (error) {
        // Typed texts stay; a second press puts them over the other person's.
        if (error instanceof AppError && error.code === 409) {
          const now = await loadMerchant(id);
          setSeen((old) => ({
            ...old,
            ...Object.fromEntries(changes.map(({ field: name }) => [name, now.values[name] ?? ''])),
          }));
        }
        throw error;
      }
    },
    onSent(now: MerchantFileWire) {
      setFile(now);
      setSeen(now.values);
      setSaves(saves + 1);
      showToast('success', '已保存，商城各页立即生效');
    },
  });
  return (
    <div className="grid gap-3">
      <section className="panel">
        <div className="panel-title">
          <h1 className="flex-1">{side === 'platform' ? `${file.code} ${file.values.alias}` : '店铺'}</h1>
          {file.stopped_on !== '' && <Tag kind="warn">{file.stopped_on}起停止销售</Tag>}
          {file.closed_at !== '' && <Tag kind="warn">已关闭</Tag>}
          {file.closing_at !== '' && file.closed_at === '' && <Tag kind="warn">关闭中</Tag>}
          {file.is_resting === 1 && <Tag kind="promo">休息中</Tag>}
        </div>
        <MerchantState file={file} side={side} onFile={setFile} />
      </section>
      <section className="panel" aria-label="资料">
        <h2 className="panel-title">资料</h2>
        <form {...form} key={saves} className="grid gap-5 px-3 md:px-4 py-3">
          {side === 'merchant' && (
            <p className="text-small text-ink-2">
              企业名称、地址和经营方式由平台修改；联系电话和退货地址在
              <a className="link underline" href={path('/desk/contact')}>
                联系与退货
              </a>
              。
            </p>
          )}
          <MerchantFields names={names} box={(name) => field(name, seen[name] ?? '')} />
          <FormNotice text={errors.form} />
          <p>
            <Button type="submit" busy={isBusy}>
              保存
            </Button>
          </p>
        </form>
      </section>
    </div>
  );
}
