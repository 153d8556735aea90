/** Receives the picture of live rooms in this process, where a port for it is set. */
import { env, StartupError } from '../core/process/env.ts';
import type { Db } from '../db/client.ts';
import { roomsOf } from '../live/publishes.ts';
import { ffmpegPath, findFfmpeg } from '../ports/live/ffmpeg.ts';
import { openIngest } from '../ports/live/ingest.ts';

/** Does nothing without LIVE_RTMP_PORT. Throws a StartupError where ffmpeg is missing. */
export async function receivePictures(db: Db): Promise<void> {
  const { LIVE_RTMP_PORT: port, LIVE_RTMP_HOST, HOST } = env();
  if (port === undefined) return;
  if ((await findFfmpeg()) === null)
    throw new StartupError(
      `设置了 LIVE_RTMP_PORT，但找不到 ffmpeg（${ffmpegPath()}）。请安装 ffmpeg（Debian：apt install ffmpeg），或用 FFMPEG_PATH 写明它的路径。`,
    );
  const got = await openIngest(roomsOf(db), { port, host: LIVE_RTMP_HOST ?? HOST });
  if (got !== null) console.log(`直播推流：${LIVE_RTMP_HOST ?? HOST}:${got}`);
}
