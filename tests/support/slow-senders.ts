/** Clients that begin a request and leave it unfinished. */
import { connect } from 'node:net';

export interface SlowSender {
  /** What was answered so far. */
  said(): string;
  send(text: string): void;
  isClosed(): boolean;
  leave(): void;
}

export interface SlowRequest {
  path: string;
  /** The length that it says, bytes. */
  length: number;
  /** What it sends of its body. */
  sent: string;
  /** The address that a trusted proxy would name. */
  from?: string;
  type?: string;
  cookie?: string;
}

/** Sends some text on a connection of its own, and waits. */
export function sendRaw(port: number, text: string): SlowSender {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  socket.on('error', () => {});
  socket.write(text);
  return {
    said: () => said,
    send: (more) => void socket.write(more),
    isClosed: () => socket.closed,
    leave: () => void socket.destroy(),
  };
}

/** Begins a POST that says it brings `length` bytes, sends `sent` of them, and waits. */
export function beginSlowly(
  port: number,
  { path, length, sent, from, type, cookie }: SlowRequest,
): SlowSender {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: shop.test',
    `Content-Type: ${type ?? 'application/x-www-form-urlencoded'}`,
    `Content-Length: ${length}`,
    ...(from === undefined ? [] : [`X-Forwarded-For: ${from}`]),
    ...(cookie === undefined ? [] : [`Cookie: ${cookie}`]),
  ];
  return sendRaw(port, `${lines.join('\r\n')}\r\n\r\n${sent}`);
}
