import { useState } from 'react';
import { Empty } from '#islands/ui/Faces.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { loadRoot } from '#lib/client/stores/flows.ts';
import { AppError } from '#lib/contract/errors.ts';
import { type Checked, type CheckedProof, checkFiles } from './check-files.ts';
import { FlowRecord } from './FlowRecord.tsx';

const rules = {
  endings: ['.json', '.zip', '.xml', '.ofd', '.pdf'],
  maxBytes: 300 * 1024 * 1024,
  maxCount: 20,
};

type Found = { kind: 'busy' } | { kind: 'failed'; text: string } | { kind: 'done'; checked: Checked } | null;

/** Checks proofs of orders in this browser: nothing of the files is sent anywhere. */
export function VerifyFlow() {
  const [found, setFound] = useState<Found>(null);
  const [kept, setKept] = useState('');

  async function check(files: File[]) {
    setFound({ kind: 'busy' });
    try {
      setFound({ kind: 'done', checked: await checkFiles(files, loadRoot) });
    } catch (error) {
      const text =
        error instanceof AppError
          ? '公布的根值没有取到，请检查网络后再试'
          : '文件打不开，可能没有下载完整，请重新下载';
      setFound({ kind: 'failed', text });
    }
  }

  return (
    <section className="panel">
      <h1 className="panel-title">核对四流证明</h1>
      <FilePicker
        title="把文件拖到这里"
        label="四流证明、收货资料包或发票文件"
        button="选择文件"
        kind="primary"
        icon="i-lucide-file-search"
        hint="四流证明（JSON）或收货资料包（ZIP），可以连同发票文件（XML、OFD、PDF）一起选"
        rules={rules}
        onFiles={(files) => void check(files)}
      />
      <div className="grid gap-4 px-3 md:px-4 pb-4">
        <div className="w-full max-w-640px">
          <Field
            label="自己以前记下的根值（选填）"
            value={kept}
            maxLength={200}
            autoComplete="off"
            hint="公布当天抄下或拍下的，与现在公布的比较"
            onChange={(event) => setKept(event.target.value)}
          />
        </div>
        <div role="status" className="grid gap-4">
          {found?.kind === 'busy' && <p className="text-small text-ink-2">正在这台电脑上计算…</p>}
          {found?.kind === 'failed' && <p className="font-600 text-price-ink">{found.text}</p>}
          {found?.kind === 'done' && <Result checked={found.checked} kept={kept.trim().toLowerCase()} />}
        </div>
      </div>
    </section>
  );
}

function Result({ checked: { proofs, invoices, others }, kept }: { checked: Checked; kept: string }) {
  if (proofs.length === 0)
    return (
      <Empty
        icon="i-lucide-file-question"
        title="这些文件里没有四流证明"
        text="请选择订单的四流证明（JSON），或含有它的收货资料包（ZIP）"
      />
    );
  return (
    <>
      {proofs.map((one) => (
        <article key={`${one.file} ${one.proof.flow.order}`} className="grid gap-2">
          <Verdict one={one} kept={kept} />
          <FlowRecord flow={one.proof.flow} />
        </article>
      ))}
      {invoices.map(({ file, number }) => (
        <p key={file} className={number === '' ? 'font-600 text-price-ink' : 'text-primary'}>
          {number === ''
            ? `发票文件“${file}”不在封存的记录里：可能被改动过，或在封存之后才取得。`
            : `发票文件“${file}”与封存的发票${number}一致。`}
        </p>
      ))}
      {others.length > 0 && <p className="text-small text-ink-2">没有核对的文件：{others.join('、')}</p>}
    </>
  );
}

function Verdict({ one: { proof, root, isTrue }, kept }: { one: CheckedProof; kept: string }) {
  const name = `订单${proof.flow.order}`;
  if (root === null)
    return <p className="font-600 text-price-ink">{`${name}：${proof.day}没有公布的根值，无法核对。`}</p>;
  const isStrange = kept !== '' && kept !== root.root;
  return (
    <>
      {isTrue && !isStrange && (
        <p className="font-600 text-primary">
          {`相符：${name}的票、账、货、款记录在${proof.day}公布的根值之下，没有改动过。`}
        </p>
      )}
      {!isTrue && (
        <p className="font-600 text-price-ink">
          {`不相符：${name}的记录与${proof.day}公布的根值不符，内容被改动过。`}
        </p>
      )}
      {isStrange && (
        <p className="font-600 text-price-ink">
          {`您记下的根值与${proof.day}现在公布的不同：请核对是否抄错、是否同一天；确实不同的，请联系客服。`}
        </p>
      )}
      <p className="text-small text-ink-2">
        {proof.day}公布的根值，共{root.leaves}条记录：
        <span className="num break-all">{root.root}</span>
      </p>
    </>
  );
}
