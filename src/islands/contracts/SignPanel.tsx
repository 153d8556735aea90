import { useRef, useState } from 'react';
import { CodeField } from '#islands/account/CodeField.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { askContractCode, signContracts } from '#lib/client/stores/contracts.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { ContractDraftWire, ContractSigner } from '#lib/contract/contracts/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { isCode } from '#lib/rules/companies/phone-code.ts';
import { ContractText } from './ContractText.tsx';
import { ReadingBox } from './ReadingBox.tsx';

interface Props {
  drafts: readonly ContractDraftWire[];
  signer: ContractSigner;
  /** Address of the page to go back to after signing; empty without one. */
  next: string;
}

/** The texts to sign, read to their end, and one code that signs them all. */
export function SignPanel({ drafts, signer, next }: Props) {
  const [isRead, setRead] = useState(false);
  const proof = useRef('');
  const { form, field, errors, forget, isBusy } = useForm({
    names: ['code'],
    showsRefusal: true,
    leaves: true,
    check: ({ code }) => {
      if (!isRead) return { code: '请先把合同读到末尾' };
      if (proof.current === '') return { code: '请先获取验证码' };
      return isCode(code.trim()) ? {} : { code: '请填写短信里的6位数字' };
    },
    send: ({ code }) => signContracts(proof.current, code.trim()),
    onSent: ({ waiting, signed }) => {
      showToast('success', waiting > 0 ? `已签署${signed.length}份，${waiting}份等待完成` : '合同已签署');
      // Contracts that are not signed yet have pages of their own; /dzht leads on to the purchase afterwards.
      location.assign(next === '' || waiting > 0 ? path('/dzht', undefined, { next }) : next);
    },
  });

  function finishReading() {
    setRead(true);
    // The refusal of an earlier press is out of date.
    forget('code');
  }

  async function sendCode(): Promise<number> {
    if (!isRead) throw new Error('请先把合同读到末尾');
    const sent = await askContractCode(drafts.map(({ token }) => token));
    proof.current = sent.proof;
    return sent.wait_seconds;
  }

  const partners = [...new Set(drafts.map(({ merchant }) => merchant))];
  return (
    <section className="panel" aria-labelledby="to-sign">
      <h2 id="to-sign" className="panel-title">
        待签署
        <span className="text-small font-400 text-ink-2">
          {drafts.length}份，{partners.join('、')}
        </span>
      </h2>
      <div className="grid gap-4 p-4 md:p-5">
        <ReadingBox label="合同正文" onEnd={finishReading}>
          {drafts.map((draft, at) => (
            <div
              key={`${draft.merchant_id} ${draft.kind}`}
              className={at > 0 ? 'pt-6 border-t-4 border-t-solid border-line' : ''}
            >
              <ContractText
                title={`${drafts.length > 1 ? `第${at + 1}份，共${drafts.length}份：` : ''}${draft.kind_text}（${draft.merchant}）`}
                note={`文本第${draft.version}版，摘要${draft.body_hash.slice(0, 16)}`}
                body={draft.body}
              />
            </div>
          ))}
        </ReadingBox>
        {signer.may_sign === 0 ? (
          <>
            <FormNotice text={signer.refusal} />
            <p>
              <a className="link" href={path('/zhzx/zzzj')}>
                查看资质证件
              </a>
            </p>
          </>
        ) : (
          <form {...form} className="grid gap-3 max-w-480px">
            <p className="text-small text-ink-2">
              签署人{signer.name}，凭{signer.authority}代表企业签署。验证码发到{signer.phone}
              ，一次验证码签署以上全部合同。
            </p>
            <p role="status" className="text-small">
              {isRead ? '已读到末尾，可以签署' : '请把合同读到末尾'}
            </p>
            <CodeField purpose="contract" {...field('code')} send={sendCode} />
            <FormNotice text={errors.form} />
            <p>
              <Button type="submit" busy={isBusy}>
                签署{drafts.length}份合同
              </Button>
            </p>
          </form>
        )}
      </div>
    </section>
  );
}
