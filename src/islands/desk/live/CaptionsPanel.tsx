import { Button } from '#islands/ui/Button.tsx';
import { removeCaptions } from '#lib/client/stores/desk/live-console.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { type CaptionsProps, captionsAddress, useCaptions } from './use-captions.ts';

/** The captions of a merchant's recording for the platform, which takes them back. */
export function CaptionsPanel(props: CaptionsProps) {
  const { isBusy, act } = useCaptions(props);
  const { room } = props;

  async function remove() {
    const isSure = await ask({
      title: '删除字幕',
      text: '回放立即不再显示这些字幕，商家会收到通知，可以修改后重新上传。',
      confirm: '删除',
      cancel: '取消',
      isDanger: true,
    });
    if (isSure) await act(() => removeCaptions(room), '字幕已删除');
  }

  return (
    <section className="panel" aria-label="回放字幕">
      <h2 className="panel-title">回放字幕</h2>
      <p className="flex flex-wrap items-center gap-3 m-0 px-3 md:px-4 py-3 text-small break-words">
        <a className="link" href={captionsAddress(room)} target="_blank" rel="noopener">
          {room.captions.name}
        </a>
        <span>{room.captions.count}条</span>
        <Button kind="plain" size="small" busy={isBusy} onClick={() => void remove()}>
          删除字幕
        </Button>
      </p>
    </section>
  );
}
