import { lazy, Suspense, useState } from 'react';
import { RegionSelect } from '#islands/addresses/RegionSelect.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { StoreWire } from '#lib/contract/registration/calls.ts';
import { maxStores } from '#lib/rules/companies/registration.ts';

// Loaded when many stores are brought.
const StoreTableDialog = lazy(async () => ({
  default: (await import('./StoreTableDialog.tsx')).StoreTableDialog,
}));

interface Props {
  stores: StoreWire[];
  errors: Record<string, string>;
  /** The head office's own code, as it is typed now. */
  headCode: () => string;
  /** `errors`: what is still known to be wrong. */
  onChange: (stores: StoreWire[], errors: Record<string, string>) => void;
}

const blank: StoreWire = { id: 0, name: '', credit_code: '', region_code: '' };

/** The stores of a head office: name, code and region of each. */
export function StoreRows({ stores, errors, headCode, onChange }: Props) {
  const [isBringing, setBringing] = useState(false);
  const [pasted, setPasted] = useState('');
  /** A sentence stays beside a store that is as it was. */
  function change(now: StoreWire[], added: Record<string, string> = {}) {
    const old = Object.entries(errors).flatMap(([field, text]) => {
      const [list, nth, name] = field.split('.');
      const store = stores[Number(nth)];
      const place = store === undefined ? -1 : now.indexOf(store);
      return place < 0 ? [] : [[`${list}.${place}.${name}`, text] as const];
    });
    onChange(now, { ...Object.fromEntries(old), ...added });
  }
  const put = (at: number, values: Partial<StoreWire>) =>
    change(stores.map((store, index) => (index === at ? { ...store, ...values } : store)));
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
              onClick={() => change(stores.filter((_, index) => index !== at))}
            >
              删除这家
            </Button>
          </div>
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button
          kind="ghost"
          disabled={stores.length >= maxStores}
          onClick={() => change([...stores, { ...blank }])}
        >
          添加门店
        </Button>
        <Button kind="plain" onClick={() => setBringing(true)}>
          批量填写门店
        </Button>
      </div>
      {isBringing && (
        <Suspense fallback={null}>
          <StoreTableDialog
            stores={stores}
            headCode={headCode()}
            text={pasted}
            onText={setPasted}
            onTake={(placed) => {
              change(placed.stores, placed.errors);
              setBringing(false);
              setPasted('');
              showToast('success', `已填入${placed.taken}家门店`);
            }}
            onClose={() => setBringing(false)}
          />
        </Suspense>
      )}
    </section>
  );
}
