import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { saveContractRule } from '#lib/client/stores/desk/contracts.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { ContractRuleWire } from '#lib/contract/contracts/desk.ts';
import {
  contractAskKeys,
  contractAsks,
  contractStepKeys,
  contractSteps,
} from '#lib/rules/contracts/kinds.ts';
import { isOneOf } from '#lib/rules/terms/keys.ts';

/**
 * Form of the merchant's rule: kinds of contracts that a buyer has to sign, the first step that needs them, automatic
 * sealing, and who signs at a provider.
 */
export function RulePanel({ initial }: { initial: ContractRuleWire }) {
  const [rule, setRule] = useState(initial);
  const { form, field, errors, isBusy } = useForm({
    names: ['asks', 'step', 'seals_itself', 'signer_name', 'signer_phone', 'remote_seal'],
    showsRefusal: true,
    check: () => ({}),
    send: ({ asks, step, seals_itself, ...remote }) =>
      saveContractRule({
        asks: isOneOf(contractAskKeys, asks) ? asks : 'none',
        step: isOneOf(contractStepKeys, step) ? step : 'order',
        seals_itself: seals_itself === '1' ? 1 : 0,
        ...remote,
        version: rule.version,
      }),
    onSent: (saved) => {
      setRule(saved);
      showToast('success', '合同要求已保存');
    },
  });
  return (
    <section className="panel" aria-labelledby="contract-rule">
      <h2 id="contract-rule" className="panel-title">
        对采购企业的合同要求
      </h2>
      <form {...form} className="grid gap-4 p-4 md:p-5 max-w-560px">
        <p className="text-small text-ink-2">
          没有签署的企业从所选的步骤起不能继续，页面会带对方去签署，签好后回到原处。
        </p>
        <p className="flex flex-wrap items-center gap-2">
          <SelectBox
            label="要求签署"
            name="asks"
            defaultValue={rule.asks}
            options={contractAskKeys.map((value) => ({ value, text: contractAsks[value].text }))}
          />
        </p>
        <p className="flex flex-wrap items-center gap-2">
          <SelectBox
            label="从哪一步起"
            name="step"
            defaultValue={rule.step}
            options={contractStepKeys.map((value) => ({ value, text: contractSteps[value].text }))}
          />
        </p>
        <p className="flex flex-wrap items-center gap-2">
          <SelectBox
            label="企业签署后"
            name="seals_itself"
            defaultValue={String(rule.seals_itself)}
            options={[
              { value: '1', text: '自动盖本店的电子签章，合同立即生效' },
              { value: '0', text: '由本店人员逐份盖章后生效' },
            ]}
          />
        </p>
        {rule.provider !== '' && (
          <fieldset className="grid gap-3 m-0 p-0 border-0">
            <legend className="font-600 p-0">在{rule.provider}的签署</legend>
            <p className="text-small text-ink-2">
              自动盖章须先在{rule.provider}把印章授权给本平台，并填写授权印章编号；逐份盖章的，由经办人在
              {rule.provider}
              签署。
            </p>
            <Field label="授权印章编号" maxLength={64} {...field('remote_seal', rule.remote_seal)} />
            <Field label="经办人姓名" maxLength={40} {...field('signer_name', rule.signer_name)} />
            <Field
              label="经办人手机号"
              type="tel"
              inputMode="numeric"
              maxLength={20}
              {...field('signer_phone', rule.signer_phone)}
            />
          </fieldset>
        )}
        <FormNotice text={errors.form} />
        <p className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={isBusy}>
            保存
          </Button>
          {rule.set_by !== '' && (
            <span className="text-small text-ink-2 num">
              {rule.set_by}修改于{momentText(rule.updated_at)}
            </span>
          )}
        </p>
      </form>
    </section>
  );
}
