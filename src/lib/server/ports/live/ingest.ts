/**
 * Where encoders send their picture: RTMP on a port of its own (LIVE_RTMP_PORT). A connection proves its key before a byte
 * of media is read; what it sends goes to the ffmpeg of its room. Connections of strangers cost little: few bytes, few
 * seconds, and an error of the protocol ends the connection alone.
 */
import { createServer, type Server, type Socket } from 'node:net';
import type { Publish } from '#lib/rules/live/publish.ts';
import { currentTime } from '../../core/process/clock.ts';
import { codeOf } from '../../core/process/error-facts.ts';
import { onShutdown } from '../../core/process/lifecycle.ts';
import { log } from '../../core/process/log.ts';
import { Packager } from './packager.ts';
import type { Rooms } from './port.ts';
import { RtmpError } from './rtmp/amf.ts';
import { RtmpSession } from './rtmp/session.ts';
import { hashKey, roomOfKey } from './stream-key.ts';

/** The application that encoders name: rtmp://host/live. */
export const rtmpApp = 'live';

const limits = {
  /** Open connections. */
  connections: 200,
  /** A connection without an accepted key ends after it, ms. */
  greetingMs: 10_000,
  /** A publisher that is silent for so long is gone, ms. Its encoder has begun again long before. */
  silenceMs: 15_000,
  /** How often a publish is asked for being the room's still, ms: a room that has ended hears it soon. */
  lookMs: 2_000,
  /** Before the port of another process of this machine is tried again, ms. */
  againMs: 10_000,
};

interface Publisher {
  publish: Publish;
  end: (hard: boolean) => Promise<void>;
}

const publishers = new Map<number, Publisher>();

function serveConnection(rooms: Rooms, socket: Socket): void {
  const from = socket.remoteAddress ?? '';
  let packager: Packager | null = null;
  let publish: Publish | null = null;
  let looking: NodeJS.Timeout | undefined;
  let ending: Promise<void> | undefined;

  const session = new RtmpSession({
    write: (bytes) => {
      // What we say is little: who does not read it keeps the connection for nothing.
      if (socket.writableLength > 256 * 1024) socket.destroy();
      else socket.write(bytes);
    },
    onPublish: (app, name) => {
      socket.pause();
      void ask(app, name);
    },
    onMedia: (message) => {
      if (packager?.add(message) === false) socket.pause();
    },
    onEnd: () => socket.end(),
  });

  /** Examines the key. An error of the database is no answer: the encoder tries again. */
  async function ask(app: string, name: string): Promise<void> {
    try {
      const roomId = app === rtmpApp ? roomOfKey(name) : null;
      const begun =
        roomId === null
          ? null
          : await rooms.onPublish({ roomId, keyHash: hashKey(name), now: currentTime() });
      if (begun === null) {
        log().warn({ from, room: roomId }, 'a publisher was refused: its key is not that of an open room');
        session.refuse();
        socket.end();
        return;
      }
      if (socket.destroyed) {
        await rooms.onDone(begun, currentTime());
        return;
      }
      begin(begun);
    } catch (error) {
      if (!(error instanceof RtmpError))
        log().error({ err: error, from }, 'a publisher could not be examined');
      socket.destroy();
    }
  }

  function begin(begun: Publish): void {
    const { roomId } = begun;
    publish = begun;
    // The same room again: an encoder that has lost its line, and whose old connection looks alive.
    void publishers.get(roomId)?.end(true);
    publishers.set(roomId, { publish: begun, end });
    packager = new Packager(rooms, begun, { onDrain: () => socket.resume(), onLost: () => void end(true) });
    socket.setTimeout(limits.silenceMs);
    looking = setInterval(() => void look(begun), limits.lookMs).unref();
    log().info({ from, room: roomId }, 'a live room has a publisher');
    session.accept();
    socket.resume();
  }

  async function look(begun: Publish): Promise<void> {
    // A database that is away ends no picture.
    const isOurs = await rooms.isOpen(begun, currentTime()).catch(() => true);
    if (!isOurs) await end(true);
  }

  function end(hard: boolean): Promise<void> {
    ending ??= finish(hard);
    return ending;
  }

  async function finish(hard: boolean): Promise<void> {
    clearInterval(looking);
    const now = currentTime();
    socket.destroy();
    if (publish === null) return;
    const { roomId } = publish;
    try {
      await packager?.end(hard);
      await rooms.onDone(publish, now);
    } catch (error) {
      log().error({ err: error, room: roomId }, 'the end of a publish could not be written');
    } finally {
      if (publishers.get(roomId)?.end === end) publishers.delete(roomId);
      log().info({ from, room: roomId }, 'a live room has lost its publisher');
    }
  }

  socket.setNoDelay(true).setTimeout(limits.greetingMs, () => socket.destroy());
  // Bytes that trickle keep no stranger's connection open.
  const greeting = setTimeout(() => {
    if (publish === null) socket.destroy();
  }, limits.greetingMs).unref();
  socket.on('data', (bytes: Buffer) => {
    try {
      session.add(bytes);
    } catch (error) {
      if (!(error instanceof RtmpError)) log().error({ err: error, from }, 'a publisher broke its session');
      else if (publish !== null)
        log().warn({ from, room: publish.roomId }, `a publisher was cut off: ${error.message}`);
      socket.destroy();
    }
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    clearTimeout(greeting);
    void end(false);
  });
}

/**
 * Listens for encoders until the process ends. Where another process of this machine has the port it waits for it. Answers
 * the port; null while it waits.
 */
export async function openIngest(
  rooms: Rooms,
  { port, host }: { port: number; host: string },
): Promise<number | null> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serveConnection(rooms, socket);
  });
  server.maxConnections = limits.connections;
  let again: NodeJS.Timeout | undefined;
  let isClosing = false;
  const number = await listen(server, port, host);
  if (number === null) {
    log().warn({ port, host }, 'another process has the port of encoders: this one waits for it');
    again = setInterval(() => {
      if (!server.listening && !isClosing) listen(server, port, host).catch(() => {});
    }, limits.againMs).unref();
  }
  onShutdown('live-ingest', 'streams', async () => {
    isClosing = true;
    clearInterval(again);
    const closed = server.listening ? new Promise((resolve) => server.close(resolve)) : undefined;
    await Promise.all([...publishers.values()].map(({ end }) => end(false)));
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  return number;
}

/** The port that it got; null where it is taken. Throws for anything else. */
function listen(server: Server, port: number, host: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      if (codeOf(error) === 'EADDRINUSE') resolve(null);
      else reject(error);
    };
    server.once('error', fail).listen(port, host, () => {
      server.off('error', fail);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
