import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { saveMallGoods } from '#lib/client/stores/desk/mall.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { DeskMallGoods } from '#lib/contract/mall-desk.ts';
import { path } from '#lib/contract/routes.ts';
import { buyerTypes } from '#lib/rules/companies/qualification.ts';
import { isKind, isPeriod, limitPeriods, mallKinds } from '#lib/rules/points/mall.ts';
import { unitOf } from '#lib/rules/points/units.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { entriesOf, keysOf } from '#lib/rules/terms/keys.ts';
import { PicturesBox } from './PicturesBox.tsx';

const names = [
  'kind',
  'name',
  'summary',
  'points',
  'money',
  'stock',
  'value',
  'threshold',
  'valid_days',
  'wheel_id',
  'limit_count',
  'limit_period',
  'buyer_types',
  'on_from',
  'on_to',
  'sort',
  'delivery',
  'description',
  'pictures',
] as const;

const optionsOf = (words: Readonly<Record<string, string>>) =>
  entriesOf(words).map(([value, text]) => ({ value, text }));

interface Props {
  /** Null for a new one. */
  initial: DeskMallGoods | null;
  /** First day of a new one. */
  today: string;
}

/** A goods of the points mall: its price, terms, texts and pictures. */
export function GoodsForm({ initial, today }: Props) {
  const [goods, setGoods] = useState(initial);
  const [kind, setKind] = useState(initial?.kind ?? 'thing');
  const [pictures, setPictures] = useState<readonly string[]>(initial?.pictures ?? []);
  const [token] = useState(() => crypto.randomUUID());
  const isPaper = kind === 'coupon' || kind === 'voucher';
  const { form, field, errors, isBusy, forget } = useForm({
    names,
    guardsChanges: true,
    showsRefusal: true,
    leaves: goods === null,
    async send({ buyer_types: types, limit_period: period, ...texts }) {
      try {
        return await saveMallGoods({
          ...texts,
          ...(goods !== null && { id: goods.id, version: goods.version, stock: goods.stock }),
          kind,
          token,
          pictures: [...pictures],
          limit_period: isPeriod(period) ? period : 'ever',
          buyer_types: keysOf(buyerTypes).filter((type) => types.split(',').includes(type)),
          value: texts.value || '0',
          threshold: texts.threshold || '0',
          valid_days: texts.valid_days || '0',
        });
      } catch (error) {
        // Typed texts stay; a second press puts them over the other person's.
        const version = error instanceof AppError ? fieldOf(error.data, 'version') : undefined;
        if (goods !== null && typeof version === 'number') setGoods({ ...goods, version });
        throw error;
      }
    },
    onSent(saved) {
      if (goods === null) location.assign(path('/desk/points-goods/[id]', { id: saved.id }));
      setGoods(saved);
      showToast('success', '已保存');
    },
  });
  const box = (name: (typeof names)[number], first = '') =>
    field(name, goods === null ? first : textOf(goods, name));
  return (
    <section className="panel">
      <h1 className="panel-title">{goods === null ? '新增积分商品' : goods.name}</h1>
      <form {...form} className="grid gap-4 px-3 md:px-4 py-3">
        <fieldset className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3 m-0 p-0 border-0">
          <legend className="mb-2 p-0 font-600">商品</legend>
          <div className="field text-small">
            <SelectBox
              label="种类"
              name="kind"
              options={optionsOf(mallKinds)}
              defaultValue={kind}
              disabled={goods !== null}
              onChange={({ target }) => isKind(target.value) && setKind(target.value)}
            />
          </div>
          <Field label="名称" maxLength={60} required hint="不能是药品" {...box('name')} />
          <Field label="一句话介绍" maxLength={60} {...box('summary')} />
          <Field label="积分" required {...box('points')} />
          <Field label="另付金额" hint="元，从企业余额支付" {...box('money', '0.00')} />
          {goods === null && <Field label="库存" required hint="以后在列表里改" {...box('stock', '0')} />}
          <Field
            label={isPaper ? '面额' : '成本'}
            hint={isPaper ? '元' : '元，用于核算，买家看不到'}
            {...box('value', '0.00')}
          />
          {kind === 'coupon' && <Field label="使用门槛" hint="满多少元可用" {...box('threshold', '0.00')} />}
          {kind === 'chance' && (
            <Field label="大转盘编号" required hint="在“大转盘”列表里查看" {...box('wheel_id')} />
          )}
          {isPaper && <Field label="有效天数" hint="从兑换当天起" {...box('valid_days', '30')} />}
        </fieldset>
        <fieldset className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3 m-0 p-0 border-0">
          <legend className="mb-2 p-0 font-600">兑换规则</legend>
          <Field label={`限兑${unitOf(kind)}数`} hint="每企业；0为不限" {...box('limit_count', '0')} />
          <div className="field text-small">
            <SelectBox
              label="限兑周期"
              name="limit_period"
              options={optionsOf(limitPeriods)}
              defaultValue={goods?.limit_period ?? 'month'}
            />
          </div>
          <Field label="排序" hint="小的排在前" {...box('sort', '0')} />
          <Field label="开始日期" type="date" required {...box('on_from', today)} />
          <Field label="结束日期" type="date" hint="不填为长期" {...box('on_to')} />
        </fieldset>
        <fieldset className="flex flex-wrap gap-x-5 gap-y-2 m-0 p-0 border-0">
          <legend className="mb-2 p-0 font-600">可兑换的企业类型（都不选为不限）</legend>
          {entriesOf(buyerTypes).map(([type, { text }]) => (
            <label key={type} className="inline-flex items-center gap-2 min-h-touch">
              <input
                type="checkbox"
                name="buyer_types"
                value={type}
                defaultChecked={goods?.buyer_types.includes(type) ?? false}
              />
              {text}
            </label>
          ))}
        </fieldset>
        <Field label="发货说明" maxLength={100} hint="如：48小时内发货" {...box('delivery')} />
        <TextArea label="详情" maxLength={2000} rows={6} counts {...box('description')} />
        <PicturesBox
          names={pictures}
          onChange={(next) => {
            setPictures(next);
            forget('pictures');
          }}
        />
        <FormNotice text={errors.form ?? errors.pictures ?? errors.kind} />
        <p>
          <Button type="submit" busy={isBusy}>
            保存
          </Button>
        </p>
      </form>
    </section>
  );
}

function textOf(goods: DeskMallGoods, name: (typeof names)[number]): string {
  const value = goods[name];
  return Array.isArray(value) ? value.join(',') : String(value);
}
