import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { handInPapers } from '#lib/client/stores/papers.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { Zizhi } from '#lib/contract/papers.ts';
import { Lacks } from './Lacks.tsx';
import { PaperCards } from './PaperCards.tsx';

interface Props {
  initial: Zizhi;
  /** May edit documents at all. */
  isManager: boolean;
}

/** 资质证件: every document of the company, edited, replaced and submitted. */
export function PapersPage({ initial, isManager }: Props) {
  const [zizhi, setZizhi] = useState(initial);
  const [isBusy, setBusy] = useState(false);

  async function handIn() {
    setBusy(true);
    try {
      setZizhi(await handInPapers());
      showToast('success', '已提交审核，结果会发到我的消息');
    } catch (error) {
      react(error);
    }
    setBusy(false);
  }

  return (
    <div className="grid gap-3">
      <section className="panel">
        <div className="panel-title flex-wrap gap-y-1">
          <h1>资质证件</h1>
          <span className="text-small font-400 text-ink-2">企业状态：{zizhi.company_state_text}</span>
          {zizhi.can_change === 1 && (
            <Button
              size="small"
              className="ml-auto"
              busy={isBusy}
              disabled={zizhi.can_hand_in === 0 || zizhi.lacks.length > 0}
              onClick={() => void handIn()}
            >
              提交审核
            </Button>
          )}
        </div>
        <div className="grid gap-2 p-3 md:p-4 text-small">
          <p className="text-ink-2">
            更换的证件审核通过前，现用的继续有效。图片加“仅供药批网审核使用”水印，只有本企业和审核人员能看到。
          </p>
          {zizhi.handed_in_at !== null && (
            <p role="status">{momentText(zizhi.handed_in_at)} 已提交审核，审核结束前不能修改。</p>
          )}
          {!isManager && <p className="text-ink-2">证件由企业管理员提交和更换。</p>}
          {zizhi.reason !== '' && (
            <p className="px-3 py-2 rounded bg-price-wash text-price-ink">退回原因：{zizhi.reason}</p>
          )}
          <Lacks zizhi={zizhi} />
        </div>
      </section>
      <PaperCards zizhi={zizhi} onChange={setZizhi} />
    </div>
  );
}
