import { Button } from '#islands/ui/Button.tsx';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { removeCaptions, setCaptions } from '#lib/client/stores/desk/live-console.ts';
import { captionLimits } from '#lib/rules/live/captions.ts';
import { type CaptionsProps, useCaptions } from './use-captions.ts';

const rules = { endings: ['.vtt'], types: ['text/vtt'], maxBytes: captionLimits.bytes };

/** The captions of a recording: a file of the merchant's. */
export function CaptionsBox(props: CaptionsProps) {
  const { isBusy, act } = useCaptions(props);
  const { id, revision, captions } = props.room;
  const has = captions.name !== '';

  return (
    <FilePicker
      title="字幕文件"
      label="选择字幕文件"
      button={has ? '更换字幕' : '上传字幕'}
      hint={`WebVTT（.vtt，UTF-8），不超过${captionLimits.bytes / 1024} KB；时间从开播时起算，只写文字，不写价格`}
      rules={rules}
      isDisabled={isBusy}
      onFiles={([file]) => {
        if (file) void act(() => setCaptions({ id, revision, file }), '字幕已保存');
      }}
      actions={
        has && (
          <Button
            kind="plain"
            size="small"
            busy={isBusy}
            onClick={() => void act(() => removeCaptions({ id, revision }), '字幕已删除')}
          >
            删除字幕
          </Button>
        )
      }
    >
      <p className="m-0 text-small break-words">
        {has ? `字幕：${captions.name}，${captions.count}条` : '回放没有字幕'}
      </p>
    </FilePicker>
  );
}
