import { useState } from 'react';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { checkContract } from '#lib/client/stores/contracts.ts';
import { maxUploadBytes } from '#lib/contract/constants.ts';
import type { ContractCheck } from '#lib/contract/contracts/calls.ts';

const rules = { endings: ['.pdf'], maxBytes: maxUploadBytes, maxCount: 1 };

type Found =
  | { kind: 'busy' }
  | { kind: 'failed'; text: string }
  | { kind: 'done'; name: string; result: ContractCheck }
  | null;

/** Checks a PDF as soon as it is chosen: whether it is the file that was sealed, who signed it, by which certificates. */
export function CheckFile() {
  const [found, setFound] = useState<Found>(null);

  async function check([file]: File[]) {
    if (file === undefined) return;
    setFound({ kind: 'busy' });
    try {
      setFound({ kind: 'done', name: file.name, result: await checkContract(file) });
    } catch (error) {
      setFound({ kind: 'failed', text: error instanceof Error ? error.message : '核验失败，请再试一次' });
    }
  }

  return (
    <>
      <FilePicker
        title="把合同PDF拖到这里"
        label="合同PDF文件"
        button="选择合同PDF"
        kind="primary"
        icon="i-lucide-file-search"
        hint="从本平台下载的合同。文件只用于核对，不会保存；签署后改动过任何一处，都不能通过"
        rules={rules}
        isDisabled={found?.kind === 'busy'}
        onFiles={(files) => void check(files)}
      />
      <div role="status" className="px-3 md:px-4 pb-4 empty:hidden">
        {found?.kind === 'busy' && <p className="text-small text-ink-2">正在核验…</p>}
        {found?.kind === 'failed' && <p className="font-600 text-price-ink">{found.text}</p>}
        {found?.kind === 'done' && <Verdict name={found.name} result={found.result} />}
      </div>
    </>
  );
}

function Verdict({ name, result }: { name: string; result: ContractCheck }) {
  const isValid = result.is_valid === 1;
  return (
    <div className="grid gap-3">
      <p
        className={`flex items-start gap-2 px-3 py-2 rounded ${isValid ? 'bg-primary-wash text-primary-ink' : 'bg-price-wash text-price-ink'}`}
      >
        <span
          className={`${isValid ? 'i-lucide-circle-check' : 'i-lucide-circle-alert'} text-title mt-0.5`}
          aria-hidden="true"
        />
        {result.sentence}
      </p>
      <dl className="grid gap-1 text-small">
        <div className="flex flex-wrap gap-x-3">
          <dt className="text-ink-2">文件</dt>
          <dd className="break-all">{name}</dd>
        </div>
        {result.no !== '' && (
          <div className="flex flex-wrap gap-x-3">
            <dt className="text-ink-2">合同</dt>
            <dd>
              {result.kind_text} {result.no}
            </dd>
          </div>
        )}
        <div className="flex flex-wrap gap-x-3">
          <dt className="text-ink-2">文件摘要（SHA-256）</dt>
          <dd className="num break-all">{result.digest}</dd>
        </div>
      </dl>
      {result.signers.length > 0 && (
        <ul aria-label="签名" className="grid gap-2">
          {result.signers.map((signer) => (
            <li key={`${signer.name} ${signer.signed_at}`} className="text-small">
              <p className="font-600">{signer.name}</p>
              <p className="text-ink-2">
                {signer.signed_at === '' ? '' : `签署于${momentText(signer.signed_at)}，`}
                {signer.is_intact ? '签名后内容未改动' : '签名后内容被改动'}，
                {signer.is_trusted ? '证书由本平台签发' : '证书不是本平台签发的'}
              </p>
              <p className="text-ink-2 break-all">证书链：{signer.chain.join(' ← ')}</p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
