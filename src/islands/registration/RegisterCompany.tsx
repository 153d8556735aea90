import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { RegionSelect } from '#islands/addresses/RegionSelect.tsx';
import { BuyerTypeChoice, ScopeChoice } from '#islands/companies/CompanyChoices.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { isElsewhere, saveCompany } from '#lib/client/stores/registration/registration.ts';
import { AppError, firstMessages } from '#lib/contract/errors.ts';
import type { RegisterStatus } from '#lib/contract/registration/calls.ts';
import { type BuyerType, buyerTypes, scopesOf } from '#lib/rules/companies/qualification.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { findCreditCodeProblem } from '#lib/rules/text/credit-code.ts';
import { isPhone, normalizePhone } from '#lib/rules/text/phone.ts';
import { StoreRows } from './StoreRows.tsx';
import { type SaveState, useSavedDraft } from './use-saved-draft.ts';

const names = [
  'name',
  'credit_code',
  'buyer_type',
  'region_code',
  'receiver',
  'phone',
  'detail',
  'scopes',
] as const;

const keptWords = {
  idle: '填写的内容会自动保存，换台设备登录也能接着填',
  saving: '正在保存草稿…',
  saved: '草稿已保存',
  failed: '草稿没有保存上，请检查网络，或点下一步',
} satisfies Record<SaveState, string>;

/** The second step: the company's data. Saved while typing; a conflict with another device is reported. */
export function RegisterCompany({ initial, next }: { initial: RegisterStatus; next: string }) {
  const { company } = initial;
  const version = useRef(initial.version);
  const [isAlive, setAlive] = useState(false);
  const [type, setType] = useState<BuyerType | ''>(
    isKeyOf(buyerTypes, company.buyer_type) ? company.buyer_type : '',
  );
  const [region, setRegion] = useState(company.region_code);
  const [scopes, setScopes] = useState<ReadonlySet<string>>(new Set(company.scopes));
  const [stores, setStores] = useState(initial.stores);
  const [storeErrors, setStoreErrors] = useState<Record<string, string>>({});
  const [isOutdated, setOutdated] = useState(false);
  const offered = type === '' ? [] : scopesOf(type);
  useEffect(() => setAlive(true), []);

  function textsNow() {
    const data = new FormData(form.ref.current ?? undefined);
    const text = (name: string) => String(data.get(name) ?? '').trim();
    return {
      name: text('name'),
      credit_code: text('credit_code'),
      receiver: text('receiver'),
      phone: text('phone'),
      detail: text('detail'),
      buyer_type: type,
      region_code: region,
      scopes: offered.filter((scope) => scopes.has(scope)),
      stores,
    };
  }

  async function save(is_draft: 0 | 1) {
    try {
      version.current = (await saveCompany({ ...textsNow(), version: version.current, is_draft })).version;
    } catch (error) {
      if (isElsewhere(error)) {
        setOutdated(true);
        draft.stop();
      }
      throw error;
    }
  }

  const draft = useSavedDraft(() => save(1));

  const { form, field, errors, forget, isBusy } = useForm({
    names,
    leaves: true,
    showsRefusal: true,
    check: ({ name, credit_code, receiver, phone, detail }) => {
      const code = findCreditCodeProblem(credit_code);
      return {
        ...(!name.trim() && { name: '请填写企业名称' }),
        ...(code !== null && { credit_code: code }),
        ...(type === '' && { buyer_type: '请选择企业类型' }),
        ...(!region && { region_code: '请选择省、市、区县' }),
        ...(!receiver.trim() && { receiver: '请填写收货人' }),
        ...(!isPhone(normalizePhone(phone)) && { phone: '请填写11位手机号，或带区号的固定电话' }),
        ...(!detail.trim() && { detail: '请填写详细地址' }),
        ...(!offered.some((scope) => scopes.has(scope)) && { scopes: '请选择经营范围' }),
      };
    },
    async send() {
      setStoreErrors({});
      try {
        await draft.inTurn(() => save(0));
        draft.stop();
        location.assign(next);
      } catch (error) {
        // A refused submission is still a draft.
        draft.touch();
        if (error instanceof AppError && error.code === 422) setStoreErrors(firstMessages(error.data));
        throw error;
      }
    },
  });

  function onInput(event: SyntheticEvent<HTMLFormElement>) {
    form.onInput(event);
    draft.touch();
  }

  return (
    <form {...form} onInput={onInput} onChange={draft.touch} className="grid gap-4">
      <Field
        label="企业名称"
        autoComplete="organization"
        maxLength={60}
        required
        hint="与营业执照或执业许可证一致"
        {...field('name', company.name)}
      />
      <Field
        label="统一社会信用代码"
        autoCapitalize="characters"
        maxLength={30}
        required
        hint="营业执照上的18位代码"
        {...field('credit_code', company.credit_code)}
      />
      <BuyerTypeChoice type={type} error={errors.buyer_type} onPick={setType} />
      <RegionSelect
        value={region}
        onChange={(code) => {
          setRegion(code);
          forget('region_code');
          draft.touch();
        }}
        error={errors.region_code}
      />
      <div className="grid sm:grid-cols-2 gap-4">
        <Field
          label="收货人"
          autoComplete="name"
          maxLength={30}
          required
          {...field('receiver', company.receiver)}
        />
        <Field
          label="收货电话"
          type="tel"
          autoComplete="tel"
          maxLength={20}
          required
          {...field('phone', company.phone)}
        />
      </div>
      <Field
        label="详细地址"
        autoComplete="street-address"
        maxLength={100}
        required
        hint="药品须送到许可证登记的注册地址或仓库（GSP）"
        {...field('detail', company.detail)}
      />
      <ScopeChoice
        legend="申请的经营范围"
        hint={type === '' ? '先选择企业类型' : '按证照上的范围勾选，审核时逐项核对'}
        offered={offered}
        scopes={scopes}
        error={errors.scopes}
        onChange={(now) => {
          setScopes(now);
          draft.touch();
        }}
      />
      {initial.form === 'head' && (
        <StoreRows
          stores={stores}
          errors={storeErrors}
          headCode={() => textsNow().credit_code}
          onChange={(now, left) => {
            setStoreErrors(left);
            setStores(now);
            draft.touch();
          }}
        />
      )}
      <FormNotice text={errors.form} />
      {isOutdated && (
        <p>
          <Button kind="plain" onClick={() => location.reload()}>
            载入最新内容
          </Button>
        </p>
      )}
      <p role="status" className="text-small text-ink-2">
        {keptWords[draft.saved]}
      </p>
      <Button type="submit" size="big" busy={isBusy} disabled={!isAlive} className="w-full">
        {isBusy ? '保存中…' : '下一步：资质证照'}
      </Button>
    </form>
  );
}
