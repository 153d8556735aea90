import { useId, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { acceptLicence, returnLicence } from '#lib/client/stores/desk/licences.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { LicenceCase } from '#lib/contract/licences.ts';
import { path } from '#lib/contract/routes.ts';

interface Props {
  initial: LicenceCase;
}

/** A merchant's submitted licence: its scan next to the registered data, the differences, and the decision. */
export function LicenceCasePage({ initial }: Props) {
  const [found, setFound] = useState(initial);
  const [isReturning, setReturning] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { renewal } = found;

  async function accept() {
    setBusy(true);
    try {
      setFound(await acceptLicence(renewal.id));
      showToast('success', '已通过，登记的证照已更新');
    } catch (error) {
      react(error);
    }
    setBusy(false);
  }

  const facts: [name: string, registered: string, handed: string][] = [
    ['证号', found.number, renewal.number],
    ['发证日期', found.valid_from, renewal.valid_from],
    ['有效期至', found.valid_to, renewal.valid_to],
  ];
  return (
    <div className="grid lg:grid-cols-2 gap-3 items-start">
      <section className="panel">
        <div className="panel-title flex-wrap">
          <h1>
            {found.merchant}：{found.kind_text}
          </h1>
          <Tag kind={found.may_decide === 1 ? 'warn' : 'soft'}>{renewal.state_text}</Tag>
          <a className="link ml-auto text-small font-400" href={path('/desk/licences')}>
            返回列表
          </a>
        </div>
        <div className="px-3 md:px-4 py-3 text-small">
          <p>
            {found.full_name}，{found.address}
          </p>
          <p className="text-ink-2">
            店铺页展示的许可证号<span className="num">{found.licence_no}</span>；{renewal.handed_in_by}于
            <span className="num whitespace-nowrap">{momentText(renewal.handed_in_at)}</span>提交
          </p>
          <table className="w-full mt-3 [&_th]:(text-left font-400 text-ink-2 py-1.5) [&_td]:(py-1.5 num break-all)">
            <thead>
              <tr>
                <th scope="col">
                  <span className="sr-only">项目</span>
                </th>
                <th scope="col">登记</th>
                <th scope="col">提交</th>
              </tr>
            </thead>
            <tbody>
              {facts.map(([name, registered, handed]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{registered === '' ? '未登记' : registered}</td>
                  <td className={registered === handed ? '' : 'font-600'}>{handed}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {found.hints.length > 0 && (
            <ul className="mt-3 pl-4 list-disc text-price" aria-label="需要核对">
              {found.hints.map((hint) => (
                <li key={hint}>{hint}</li>
              ))}
            </ul>
          )}
          {renewal.reason !== '' && <p className="mt-3 text-price">退回原因：{renewal.reason}</p>}
          {found.refusal !== '' && <p className="mt-3 text-price">{found.refusal}</p>}
          {found.may_decide === 1 && (
            <p className="mt-4 flex gap-2">
              <Button busy={isBusy} disabled={found.refusal !== ''} onClick={() => void accept()}>
                核验通过
              </Button>
              <Button kind="plain" onClick={() => setReturning(true)}>
                退回
              </Button>
            </p>
          )}
        </div>
      </section>
      <section className="panel">
        <div className="panel-title">
          <h2>扫描件</h2>
          <a className="link ml-auto text-small font-400 truncate" href={renewal.file_url}>
            下载{renewal.file_name}
          </a>
        </div>
        {renewal.is_image === 1 ? (
          <img className="block w-full h-auto" src={renewal.file_url} alt={`${found.kind_text}扫描件`} />
        ) : (
          <p className="px-3 md:px-4 py-3 text-small text-ink-2">PDF文件，请下载后与左侧核对。</p>
        )}
      </section>
      {isReturning && <ReturnDialog id={renewal.id} onClose={() => setReturning(false)} onDone={setFound} />}
    </div>
  );
}

interface ReturnProps {
  id: number;
  onClose: () => void;
  onDone: (found: LicenceCase) => void;
}

function ReturnDialog({ id, onClose, onDone }: ReturnProps) {
  const formId = useId();
  const { form, field, errors, isBusy } = useForm({
    names: ['reason'],
    showsRefusal: true,
    leaves: true,
    check: ({ reason }) => ({ ...(reason.trim().length < 2 && { reason: '请填写退回原因' }) }),
    send: ({ reason }) => returnLicence({ id, reason: reason.trim() }),
    onSent(now) {
      onDone(now);
      onClose();
      showToast('success', '已退回');
    },
  });
  return (
    <FormDialog
      title="退回证照"
      onClose={onClose}
      formId={formId}
      button="退回"
      kind="danger"
      isBusy={isBusy}
    >
      <form id={formId} {...form} className="grid gap-3">
        <TextArea
          label="退回原因（商家会看到）"
          maxLength={200}
          required
          data-focus=""
          {...field('reason')}
        />
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}
