/** Mail by the operator's SMTP server, through nodemailer. */
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { type MailProvider, MailRefused, mailTimeout } from './port.ts';

export interface SmtpSettings {
  /** `smtps://user:password@host:465`, or `smtp://` for a server that changes to TLS by STARTTLS. */
  url: string;
  /** Address of the sender, with a name in front where there is one. */
  from: string;
}

const isLocal = (host: string) => host === 'localhost' || host === '127.0.0.1' || host === '[::1]';

/** Reads nodemailer when it is first used: most processes never send. */
async function open({ url }: SmtpSettings) {
  const { createTransport } = await import('nodemailer');
  const { hostname, port, protocol, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  return createTransport({
    host: hostname,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // Password and invoice go to no server in the clear, other than one on this machine.
    requireTLS: !secure && !isLocal(hostname),
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    connectionTimeout: mailTimeout,
    greetingTimeout: mailTimeout,
    socketTimeout: mailTimeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** A provider over these settings. */
export function smtpMail(settings: SmtpSettings): MailProvider {
  return {
    key: 'smtp',
    async send({ to, subject, text, files, id }) {
      const transport = await open(settings);
      const { hostname } = new URL(settings.url);
      try {
        await transport.sendMail({
          from: settings.from,
          // Given as an object it is one address, whatever characters are in it.
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@${hostname.replace(/[^\w.-]/g, '-')}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          attachments: files.map(({ name, type, bytes }) => ({
            filename: name,
            contentType: type,
            content: bytes,
          })),
        });
      } catch (error) {
        const status = refusedBy(error);
        throw status === null ? error : new MailRefused(status);
      } finally {
        transport.close();
      }
    },
    async check() {
      const transport = await open(settings);
      try {
        await transport.verify();
      } finally {
        transport.close();
      }
    },
  };
}

/** The server's code where it refuses this address or this content for good; null for everything else. */
function refusedBy(error: unknown): number | null {
  const status = fieldOf(error, 'responseCode');
  const command = fieldOf(error, 'command');
  if (typeof status !== 'number' || status < 500 || status > 599) return null;
  // A refused login or sender is the operator's to mend, and concerns every mail.
  return command === 'RCPT TO' || command === 'DATA' ? status : null;
}
