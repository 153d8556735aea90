import { type SubmitEvent, useEffect, useId, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Failed, Loading } from '#islands/ui/Faces.tsx';
import { react } from '#lib/client/react.ts';
import { apply, loadApplication } from '#lib/client/stores/controlled.ts';
import type { Application } from '#lib/contract/controlled.ts';
import { type GrantStatus, mayApply } from '#lib/rules/grant-state.ts';
import { ApplicationState } from './ApplicationState.tsx';

interface Props {
  goodsId: number;
  onClose: () => void;
}

/** undefined while it comes, null where the company never applied. */
type Found = Application | null | undefined | 'failed';

const longest = 200;

/** 申请采购权限: a word to the merchant; or, once applied, where the application stands. */
export function ApplyDialog({ goodsId, onClose }: Props) {
  const [found, setFound] = useState<Found>(undefined);
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const noteId = useId();
  const formId = useId();

  function load() {
    setFound(undefined);
    loadApplication(goodsId).then(setFound, () => setFound('failed'));
  }
  useEffect(load, []);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setBusy(true);
    try {
      await apply(goodsId, note.trim());
      onClose();
    } catch (error) {
      setBusy(false);
      react(error);
    }
  }

  const earlier = found === 'failed' ? undefined : found;
  const isOpen = found === null || (earlier && mayApply(earlier.status as GrantStatus));
  return (
    <Dialog
      title={isOpen || !earlier ? '申请采购权限' : '采购权限申请'}
      open
      onClose={onClose}
      footer={
        isOpen ? (
          <>
            <Button kind="plain" onClick={onClose}>
              取消
            </Button>
            <Button type="submit" form={formId} busy={isBusy}>
              {earlier ? '再次申请' : '提交申请'}
            </Button>
          </>
        ) : (
          earlier && <Button onClick={onClose}>知道了</Button>
        )
      }
    >
      {found === undefined && <Loading rows={3} />}
      {found === 'failed' && <Failed onRetry={load} />}
      {earlier && <ApplicationState application={earlier} />}
      {isOpen && (
        <form id={formId} className="grid gap-2" onSubmit={(event) => void submit(event)}>
          {!earlier && (
            <p className="text-13px text-ink-2">
              控销品种由厂家约定销售范围，商家同意后即可查看价格和采购，审核结果会发到“我的消息”。
            </p>
          )}
          <label htmlFor={noteId} className="text-13px text-ink-2">
            门店情况（选填，有助于商家判断）
          </label>
          <textarea
            id={noteId}
            className="input h-96px py-2 resize-y"
            maxLength={longest}
            placeholder="例如：门店面积、所在商圈、每月预计销量"
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
          <span className="text-12px text-ink-3 text-right num">
            {note.length}/{longest}
          </span>
        </form>
      )}
    </Dialog>
  );
}
