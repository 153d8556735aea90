import { Field } from '#islands/ui/Field.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { type MerchantField, merchantFields } from '#lib/rules/companies/merchant-fields.ts';

interface Box {
  name: string;
  defaultValue: string;
  error: string | undefined;
}

interface Props {
  /** Fields that are drawn; others are left out. */
  names: readonly MerchantField[];
  box: (name: MerchantField) => Box;
}

const groups: readonly { title: string; names: readonly MerchantField[] }[] = [
  { title: '企业', names: ['name', 'alias', 'kind', 'province', 'city', 'address', 'phone', 'sort'] },
  { title: '店铺', names: ['speciality', 'badges', 'policies'] },
  { title: '起订、运费和销售区域', names: ['min', 'fee', 'free', 'cold', 'sell', 'unserved'] },
  { title: '退货', names: ['return-name', 'return-phone', 'return-address'] },
  { title: '休息', names: ['rest-from', 'rest-until'] },
];

const hints: Partial<Record<MerchantField, string>> = {
  alias: '买家看到的店名，2–12个字',
  phone: '手机、带区号的固话或400电话',
  sort: '0–9999，小的排在前',
  badges: '用分号隔开，最多8个',
  policies: '用分号隔开，如：48小时发货；破损包赔',
  min: '一单商品金额不足时不能下单；0为不限',
  fee: '每单，元',
  free: '商品金额满多少免运费，元',
  cold: '含冷藏药品时加收，元',
  sell: '全国，或用顿号隔开的省，如：湖北、湖南',
  unserved: '不能送到的省，用顿号隔开',
  'return-name': '不填则为企业全称',
  'return-phone': '不填则为联系电话',
  'return-address': '不填则为企业地址；改后通知等着寄回的买家',
  'rest-from': '休息的第一天；期间不接新订单，已付款的照常发货',
  'rest-until': '休息的最后一天；不休息则两项都空着',
};

const kinds = ['入驻', '自营'].map((value) => ({ value, text: value }));
const rows = new Map(merchantFields.map((row) => [row.name, row]));

/** The boxes of a merchant's fields, in groups. */
export function MerchantFields({ names, box }: Props) {
  return (
    <>
      {groups.map(({ title, names: own }) => {
        const drawn = own.filter((name) => names.includes(name));
        if (drawn.length === 0) return null;
        return (
          <fieldset
            key={title}
            className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3 m-0 p-0 border-0"
          >
            <legend className="mb-2 p-0 font-600">{title}</legend>
            {drawn.map((name) => {
              const { text = name, isNeeded = false } = rows.get(name) ?? {};
              if (name === 'kind')
                return (
                  <div key={name} className="field text-small">
                    <SelectBox
                      label={text}
                      name={name}
                      options={kinds}
                      defaultValue={box(name).defaultValue || '入驻'}
                    />
                  </div>
                );
              return (
                <Field
                  key={name}
                  label={text}
                  required={isNeeded}
                  maxLength={300}
                  hint={hints[name]}
                  type={name.startsWith('rest-') ? 'date' : 'text'}
                  {...box(name)}
                />
              );
            })}
          </fieldset>
        );
      })}
    </>
  );
}
