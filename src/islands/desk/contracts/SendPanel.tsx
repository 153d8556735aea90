import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { useKeptFocus } from '#islands/ui/use-kept-focus.ts';
import { sendContract } from '#lib/client/stores/desk/contracts.ts';
import type { SentContracts } from '#lib/contract/contracts/desk.ts';

/** Asks companies to sign, by their names. */
export function SendPanel({ kinds }: { kinds: readonly { value: string; text: string }[] }) {
  const [done, setDone] = useState<SentContracts>();
  const { form, field, errors, isBusy } = useForm({
    names: ['kind', 'companies'],
    showsRefusal: true,
    check: ({ companies }) => (companies.trim() === '' ? { companies: '请填写企业名称，每行一家' } : {}),
    send: ({ kind, companies }) => sendContract(kind, companies),
    onSent: setDone,
  });
  const place = useKeptFocus<HTMLParagraphElement>(isBusy);
  return (
    <section className="panel" aria-labelledby="send-contract">
      <h2 id="send-contract" className="panel-title">
        发起合同
      </h2>
      <form {...form} className="grid gap-4 p-4 md:p-5 max-w-560px">
        <p className="flex flex-wrap items-center gap-2">
          <SelectBox label="合同" name="kind" defaultValue={kinds[0]?.value} options={kinds} />
        </p>
        <TextArea label="企业全称，每行一家" rows={4} maxLength={4000} required {...field('companies')} />
        <FormNotice text={errors.form} />
        {done && (
          <div role="status" className="text-small">
            <p>{done.sent === 0 ? '没有向任何企业发起：' : `已向${done.sent}家企业发起，对方会收到消息。`}</p>
            <ul>
              {done.left.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
        )}
        <p ref={place}>
          <Button type="submit" busy={isBusy}>
            发起
          </Button>
        </p>
      </form>
    </section>
  );
}
