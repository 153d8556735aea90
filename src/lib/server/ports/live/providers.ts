/** Where the picture of a room comes from, by the keys of the environment. */
import { env } from '../../core/process/env.ts';
import { demoPicture } from './demo.ts';
import { ownPicture } from './own.ts';
import type { LivePort, OwnPicture, PictureRoom } from './port.ts';
import { remotePicture } from './remote.ts';

/** A room of the demo in which nobody has published shows the demo's clips; one with a publisher shows that. */
export function livePort({ publishedAt }: Pick<PictureRoom, 'publishedAt'>): LivePort {
  const { LIVE_PLAYBACK_URL } = env();
  if (LIVE_PLAYBACK_URL !== undefined) return remotePicture;
  return recordingPort({ publishedAt });
}

/**
 * Where the recording of a room that is over comes from: what this shop has received, also when pictures come from
 * elsewhere now. A server elsewhere has none for us.
 */
export function recordingPort({ publishedAt }: Pick<PictureRoom, 'publishedAt'>): OwnPicture {
  return env().DEMO && publishedAt === null ? demoPicture : ownPicture;
}

/** The origin of pictures from elsewhere, for the content policy of the room's page; null where there is none. */
export function pictureOrigin(): string | null {
  const { LIVE_PLAYBACK_URL } = env();
  return LIVE_PLAYBACK_URL === undefined ? null : new URL(LIVE_PLAYBACK_URL).origin;
}

/** Whose file a name in a segment's address is; null where it can be nobody's. */
export function filePort(name: string): OwnPicture | null {
  if (/^[0-9a-f]{16}-\d{1,10}$/.test(name)) return ownPicture;
  return env().DEMO ? demoPicture : null;
}
