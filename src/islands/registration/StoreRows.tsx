import { RegionSelect } from '#islands/addresses/RegionSelect.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import type { StoreWire } from '#lib/contract/registration/calls.ts';
import { maxStores } from '#lib/rules/companies/registration.ts';

interface Props {
  stores: StoreWire[];
  errors: Record<string, string>;
  onChange: (stores: StoreWire[]) => void;
}

const blank: StoreWire = { id: 0, name: '', credit_code: '', region_code: '' };

/** The stores of a head office: name, code and region of each. */
export function StoreRows({ stores, errors, onChange }: Props) {
  const put = (at: number, values: Partial<StoreWire>) =>
    onChange(stores.map((store, index) => (index === at ? { ...store, ...values } : store)));
  return (
    <section aria-labelledby="stores-title" className="grid gap-3">
      <h2 id="stores-title" className="text-title">
        门店清单 <span className="num text-small text-ink-2 font-400">{stores.length}家</span>
      </h2>
      <p className="text-small text-ink-2">
        登记每家门店的名称、代码和地区，随总部资料一起保存；总部通过审核后再逐家开通。
      </p>
      {stores.map((store, at) => (
        <fieldset key={at} className="grid gap-3 p-3 rounded border border-solid border-line">
          <legend className="px-1 text-small text-ink-2">门店{at + 1}</legend>
          <div className="grid sm:grid-cols-2 gap-3">
            <Field
              label="门店名称"
              maxLength={60}
              required
              data-field={`stores.${at}.name`}
              value={store.name}
              error={errors[`stores.${at}.name`]}
              onChange={(event) => put(at, { name: event.target.value })}
            />
            <Field
              label="统一社会信用代码"
              maxLength={30}
              autoCapitalize="characters"
              required
              data-field={`stores.${at}.credit_code`}
              value={store.credit_code}
              error={errors[`stores.${at}.credit_code`]}
              onChange={(event) => put(at, { credit_code: event.target.value })}
            />
          </div>
          <RegionSelect
            value={store.region_code}
            onChange={(region_code) => put(at, { region_code })}
            error={errors[`stores.${at}.region_code`]}
          />
          <div>
            <Button
              kind="plain"
              size="small"
              aria-label={`删除这家：门店${at + 1} ${store.name}`}
              onClick={() => onChange(stores.filter((_, index) => index !== at))}
            >
              删除这家
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          kind="ghost"
          disabled={stores.length >= maxStores}
          onClick={() => onChange([...stores, blank])}
        >
          添加门店
        </Button>
      </div>
    </section>
  );
}
