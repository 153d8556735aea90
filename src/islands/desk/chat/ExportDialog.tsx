import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { CopyButton } from '#islands/ui/CopyButton.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { exportTalk } from '#lib/client/stores/desk/chat.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { ChatExport } from '#lib/contract/chat/desk-schema.ts';

interface Props {
  id: number;
  company: string;
  onClose: () => void;
}

/** The record of a talk as a file, and the digest by which its bytes are proved later. */
export function ExportDialog({ id, company, onClose }: Props) {
  const [record, setRecord] = useState<ChatExport | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      setRecord(await exportTalk(id));
    } catch (error) {
      react(error);
    }
    setBusy(false);
  }

  return (
    <Dialog
      title="导出聊天记录"
      open
      onClose={onClose}
      footer={
        record === null ? (
          <>
            <Button kind="plain" onClick={onClose}>
              取消
            </Button>
            <Button data-focus="" busy={isBusy} onClick={() => void save()}>
              导出
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>完成</Button>
        )
      }
    >
      {record === null ? (
        <p className="m-0">导出与{company}的全部消息，文件每行一条，导出会记入审计日志。</p>
      ) : (
        <div className="grid gap-2 text-small" role="status">
          <p className="m-0">
            已导出{record.messages}条消息：{record.name}
          </p>
          <p className="m-0 break-all">
            SHA-256 校验值：<span className="num">{record.sha256}</span>
            <CopyButton text={record.sha256} of="校验值" />
          </p>
          <p className="m-0 text-ink-2">文件的内容改动后，校验值会不同。</p>
        </div>
      )}
    </Dialog>
  );
}
