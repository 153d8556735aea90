/** A counterpart of an operator's mail server: it speaks SMTP, asks for a login, and keeps what it takes. */
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll } from 'vitest';

/**
 * What the next mail meets. refused: the address is unknown, for good. busy: not now. late: no answer. cut: the line is
 * gone when the mail was read.
 */
type MailTrouble = 'none' | 'refused' | 'busy' | 'late' | 'cut';

interface TakenMail {
  from: string;
  to: string[];
  /** Headers and body as they came. */
  raw: string;
}

export interface MailServer {
  /** With user and password. */
  url: string;
  taken: TakenMail[];
  /** Logins with another password. */
  wrong: number;
  trouble: MailTrouble;
}

function refusal(text: string, responseCode: number): Error {
  return Object.assign(new Error(text), { responseCode });
}

/** Opens a server on this machine; it closes after the file's last test. */
export async function openMailServer(): Promise<MailServer> {
  const house: MailServer = { url: '', taken: [], wrong: 0, trouble: 'none' };
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    // Logins in the clear are for servers on one machine alone.
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      if (username === 'fapiao' && password === 'mail-secret') return done(null, { user: username });
      house.wrong += 1;
      done(refusal('wrong password', 535));
    },
    onMailFrom(_address, _session, done) {
      if (house.trouble !== 'late') done();
    },
    onRcptTo(_address, _session, done) {
      if (house.trouble === 'refused') done(refusal('no such user', 550));
      else if (house.trouble === 'busy') done(refusal('try again later', 451));
      else done();
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        house.taken.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString(),
        });
        if (house.trouble !== 'cut') return done();
        for (const socket of sockets) socket.destroy();
      });
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  house.url = `smtp://fapiao:mail-secret@127.0.0.1:${port}`;
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return house;
}
