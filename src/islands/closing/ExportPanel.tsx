import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Meter } from '#islands/ui/Meter.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { usePolled } from '#islands/ui/use-polled.ts';
import { call } from '#lib/client/api.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { api } from '#lib/contract/api.ts';
import type { ExportWire } from '#lib/contract/own-data.ts';

/** Milliseconds between two looks while the file is made. */
const pause = 2_000;

/** The company's own data as a file: requested, made in the background, downloaded. */
export function ExportPanel({ initial }: { initial: ExportWire }) {
  const { now, take } = usePolled(initial, {
    load: () => call(api.dataExport, {}),
    looks: ({ state }) => (state === 'making' ? Number.POSITIVE_INFINITY : 0),
    everyMs: pause,
  });
  const [isBusy, setBusy] = useState(false);
  const isMaking = now.state === 'making';

  async function begin() {
    setBusy(true);
    await call(api.beginExport, {}).then(take, react);
    setBusy(false);
  }

  return (
    <section className="panel mb-3">
      <h2 className="panel-title">导出企业数据</h2>
      <div className="grid gap-3 p-4 md:p-5">
        <p className="m-0 text-ink-2">
          订单和商品明细、积分订单和破损申请、余额和积分明细、完成的任务、抽奖机会和抽奖记录、发票抬头和发票、在线客服的消息、直播里的提问、资质登记和证照文件、电子合同清单、成员和通行密钥名单、更换负责人手机的记录、平台办理事项、表格列设置，打包成一个ZIP。在后台生成，可以先离开，完成后会收到消息。
        </p>
        <div role="status" className="flex flex-wrap items-center gap-3 min-h-control">
          {isMaking && (
            <>
              <Meter value={now.percent} of={100} label="导出进度" />
              <span className="num">正在生成 {now.percent}%</span>
            </>
          )}
          {now.state === 'ready' && (
            <>
              <a className="btn" href={now.url} download>
                下载ZIP（{sizeText(now.bytes)}）
              </a>
              <span className="text-small text-ink-2">{momentText(now.until)}前可下载</span>
            </>
          )}
        </div>
        {!isMaking && (
          <div>
            <Button
              kind={now.state === 'ready' ? 'text' : 'plain'}
              busy={isBusy}
              onClick={() => void begin()}
            >
              {now.state === 'ready' ? '重新导出' : '开始导出'}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

function sizeText(bytes: number): string {
  return bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
