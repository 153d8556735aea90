import { useEffect, useId, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Failed, Loading } from '#islands/ui/Faces.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { apply, loadApplication } from '#lib/client/stores/goods/controlled.ts';
import type { Application } from '#lib/contract/controlled.ts';
import { mayApply, shownGrants } from '#lib/rules/companies/grant-state.ts';
import { isOneOf } from '#lib/rules/terms/keys.ts';
import { ApplicationState } from './ApplicationState.tsx';

interface Props {
  goodsId: number;
  onClose: () => void;
}

/** undefined while it comes, null where the company never applied. */
type Found = Application | null | undefined | 'failed';

const longest = 200;

/** 申请采购权限: a message to the merchant; or the state of an existing application. */
export function ApplyDialog({ goodsId, onClose }: Props) {
  const [found, setFound] = useState<Found>(undefined);
  const { form, field, isBusy } = useForm({
    names: ['note'],
    leaves: true,
    async send({ note }) {
      await apply(goodsId, note.trim());
      onClose();
    },
  });
  const formId = useId();

  function load() {
    setFound(undefined);
    loadApplication(goodsId).then(setFound, () => setFound('failed'));
  }
  useEffect(load, []);

  const earlier = found === 'failed' ? undefined : found;
  const isOpen =
    found === null || (earlier && isOneOf(shownGrants, earlier.status) && mayApply(earlier.status));
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
        <form id={formId} {...form} className="grid gap-2">
          {!earlier && (
            <p className="text-small text-ink-2">
              控销品种由厂家约定销售范围，商家同意后即可查看价格和采购，审核结果会发到“我的消息”。
            </p>
          )}
          <TextArea
            label="门店情况（选填，有助于商家判断）"
            maxLength={longest}
            counts
            placeholder="例如：门店面积、所在商圈、每月预计销量"
            {...field('note')}
          />
        </form>
      )}
    </Dialog>
  );
}
