import { useState } from 'react';
import { ContractText } from '#islands/contracts/ContractText.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { publishTemplate } from '#lib/client/stores/desk/contracts.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { ContractTemplates } from '#lib/contract/contracts/desk.ts';
import { contractFieldNames, contractTextLimit } from '#lib/rules/contracts/template.ts';

type Version = ContractTemplates['list'][number];

interface Props {
  initial: ContractTemplates;
  mayPublish: boolean;
}

/** The texts by kind: the newest to read, earlier ones by number, and a form for the next one. */
export function TemplatesPanel({ initial, mayPublish }: Props) {
  const [list, setList] = useState(initial.list);
  const kinds = [...new Set(list.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const versions = list.filter((one) => one.kind === kind);
    const [newest] = versions;
    if (newest === undefined) return null;
    return (
      <section key={kind} className="panel" aria-labelledby={`text-${kind}`}>
        <h2 id={`text-${kind}`} className="panel-title">
          {newest.kind_text}
          <span className="text-small font-400 text-ink-2">第{newest.version}版</span>
        </h2>
        <div className="grid gap-4 p-4 md:p-5">
          <ul className="text-small text-ink-2 num grid gap-1" aria-label={`${newest.kind_text}的版本`}>
            {versions.map((one) => (
              <li key={one.version} className="break-all">
                第{one.version}版，{one.published_by}发布于{momentText(one.published_at)}，{one.note}，
                {one.contracts}份合同使用，摘要{one.hash.slice(0, 16)}
              </li>
            ))}
          </ul>
          <details>
            <summary className="cursor-pointer">现行正文</summary>
            <div className="mt-3">
              <ContractText title={newest.kind_text} note={`第${newest.version}版`} body={newest.body} />
            </div>
          </details>
          {mayPublish && (
            <Publish
              key={newest.version}
              newest={newest}
              onDone={(answer) => {
                setList(answer.list);
                showToast('success', '新版本已发布，已签署的合同不变');
              }}
            />
          )}
        </div>
      </section>
    );
  });
}

function Publish({ newest, onDone }: { newest: Version; onDone: (answer: ContractTemplates) => void }) {
  const { form, field, errors, isBusy } = useForm({
    names: ['body', 'note'],
    showsRefusal: true,
    check: ({ body, note }) => ({
      ...(body.trim() === '' && { body: '请填写正文' }),
      ...(note.trim().length < 2 && { note: '请写明修订了什么，至少2个字' }),
    }),
    send: ({ body, note }) => publishTemplate({ kind: newest.kind, body, note, version: newest.version }),
    onSent: onDone,
  });
  return (
    <details>
      <summary className="cursor-pointer">发布新版本</summary>
      <form {...form} className="grid gap-4 mt-3">
        <TextArea
          label={`${newest.kind_text}正文`}
          rows={18}
          maxLength={contractTextLimit}
          required
          {...field('body', newest.body)}
          hint={`每行一段。可用的填写项：${contractFieldNames.map((name) => `{${name}}`).join('')}`}
        />
        <Field label="修订说明" maxLength={200} required {...field('note')} />
        <FormNotice text={errors.form} />
        <p>
          <Button type="submit" busy={isBusy}>
            发布第{newest.version + 1}版
          </Button>
        </p>
      </form>
    </details>
  );
}
