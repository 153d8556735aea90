import { Button } from '#islands/ui/Button.tsx';
import { CopyButton } from '#islands/ui/CopyButton.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { momentText } from '#islands/ui/moments.ts';
import type { MadeKey } from '#lib/contract/live/console-schema.ts';

interface Props {
  made: MadeKey;
  onClose: () => void;
}

/** The stream key, shown this once. */
export function KeyDialog({ made, onClose }: Props) {
  const lines = [
    ['服务器', made.server],
    ['串流密钥', made.key],
  ] as const;
  return (
    <Dialog
      title="推流密钥"
      open
      width="activity"
      onClose={onClose}
      footer={
        <Button data-focus="" onClick={onClose}>
          我已保存
        </Button>
      }
    >
      <p className="m-0 mb-3 text-small">
        在OBS的“设置→直播”里选“自定义”，填入下面两项；手机用支持RTMP的推流软件。密钥只在这里显示一次，
        本商城不保存原文，丢失后请重新生成。之前的密钥已失效。
      </p>
      <dl className="grid gap-3 m-0">
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt className="text-note text-ink-2">{name}</dt>
            <dd className="flex items-center gap-2 m-0">
              <code className="min-w-0 break-all">{value}</code>
              <CopyButton text={value} of={name} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="m-0 mt-3 text-note text-ink-2">有效期至 {momentText(made.expires_at)}</p>
    </Dialog>
  );
}
