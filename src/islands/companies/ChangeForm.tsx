import { useState } from 'react';
import { RegionSelect } from '#islands/addresses/RegionSelect.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { call } from '#lib/client/api.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { api } from '#lib/contract/api.ts';
import type { CompanyChange } from '#lib/contract/companies/change-schema.ts';
import { type BuyerType, buyerTypes, scopesOf } from '#lib/rules/companies/qualification.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { findCreditCodeProblem } from '#lib/rules/text/credit-code.ts';
import { BuyerTypeChoice, ScopeChoice } from './CompanyChoices.tsx';

const names = ['name', 'credit_code', 'buyer_type', 'region_code', 'scopes'] as const;

interface Props {
  change: CompanyChange;
  onChange: (change: CompanyChange) => void;
}

/** The requested data of the company; 保存 saves it as a draft. */
export function ChangeForm({ change, onChange }: Props) {
  const { wanted, version } = change;
  const [type, setType] = useState<BuyerType>(
    isKeyOf(buyerTypes, wanted.buyer_type) ? wanted.buyer_type : 'pharmacy',
  );
  const [region, setRegion] = useState(wanted.region_code);
  const [scopes, setScopes] = useState<ReadonlySet<string>>(new Set(wanted.scopes));
  const offered = scopesOf(type);

  const { form, field, errors, isBusy, forget } = useForm({
    names,
    showsRefusal: true,
    guardsChanges: true,
    check: ({ name, credit_code }) => {
      const code = findCreditCodeProblem(credit_code);
      return {
        ...(!name.trim() && { name: '请填写企业名称' }),
        ...(code !== null && { credit_code: code }),
        ...(!region && { region_code: '请选择省、市、区县' }),
        ...(!offered.some((scope) => scopes.has(scope)) && { scopes: '请选择经营范围' }),
      };
    },
    send: ({ name, credit_code }) =>
      call(api.changeCompany, {
        version,
        name,
        credit_code,
        buyer_type: type,
        region_code: region,
        scopes: offered.filter((scope) => scopes.has(scope)),
      }),
    onSent(saved) {
      showToast('success', '已保存，核对后提交审核');
      onChange(saved);
    },
  });

  return (
    <section className="panel" aria-labelledby="wanted">
      <h2 id="wanted" className="panel-title">
        变更后的资料
      </h2>
      <form {...form} className="grid gap-4 p-3 md:p-4">
        <Field
          label="企业名称"
          autoComplete="organization"
          maxLength={60}
          required
          hint="与新营业执照或执业许可证一致"
          {...field('name', wanted.name)}
        />
        <Field
          label="统一社会信用代码"
          autoCapitalize="characters"
          maxLength={30}
          required
          {...field('credit_code', wanted.credit_code)}
        />
        <BuyerTypeChoice type={type} error={errors.buyer_type} onPick={setType} />
        <RegionSelect
          value={region}
          onChange={(code) => {
            setRegion(code);
            forget('region_code');
          }}
          error={errors.region_code}
        />
        <ScopeChoice
          legend="经营范围"
          hint="新增的范围须有证照支持"
          offered={offered}
          scopes={scopes}
          error={errors.scopes}
          onChange={setScopes}
        />
        <FormNotice text={errors.form} />
        <p>
          <Button type="submit" busy={isBusy}>
            保存
          </Button>
        </p>
      </form>
    </section>
  );
}
