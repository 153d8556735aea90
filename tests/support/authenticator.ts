/** A device with passkeys, as WebAuthn describes it: makes keys, signs questions, and lies where a test tells it to. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { AddPasskeyTexts, PasskeyLoginTexts, PasskeyStart } from '#lib/contract/passkeys.ts';
import { passkeySite } from '#lib/server/core/sessions/passkey.ts';

const present = 0x01;
const verified = 0x04;
const hasKey = 0x40;

interface Lies {
  /** The site that the browser says it was. */
  origin?: string;
  rpId?: string;
  /** The person was not asked who they are. */
  isUnverified?: boolean;
  counter?: number;
}

const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

function clientData(type: string, challenge: string, { origin = passkeySite().origin }: Lies): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authData(flags: number, { rpId = passkeySite().id, isUnverified, counter = 0 }: Lies): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  const asked = isUnverified === true ? present : present | verified;
  return Buffer.concat([sha256(rpId), Buffer.from([flags | asked]), count]);
}

/** Bytes, 24 to 255 of them, with their length before them, as CBOR writes them. */
function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, bytes.byteLength]), bytes]);
}

/** A public key of P-256 as COSE writes it. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
  const [bytesX, bytesY] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return Buffer.concat([
    head,
    Buffer.from([0x21]),
    cborBytes(bytesX),
    Buffer.from([0x22]),
    cborBytes(bytesY),
  ]);
}

const text = (word: string) => Buffer.concat([Buffer.from([0x60 | word.length]), Buffer.from(word)]);

/** A key on a device. */
export class Passkey {
  readonly id = base64(randomBytes(32));
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private userHandle = '';

  /** The answer to the question that adds it. */
  make({ challenge, user_id }: PasskeyStart, lies: Lies & { name?: string } = {}): AddPasskeyTexts {
    this.userHandle = user_id;
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([id.byteLength >> 8, id.byteLength & 0xff]);
    const data = Buffer.concat([
      authData(hasKey, lies),
      Buffer.alloc(16),
      length,
      id,
      coseKey(this.keys.publicKey),
    ]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from([0xa0]),
      text('authData'),
      cborBytes(data),
    ]);
    return {
      name: lies.name ?? '店里的电脑',
      id: this.id,
      client_data: base64(clientData('webauthn.create', challenge, lies)),
      attestation: base64(attestation),
      transports: ['internal'],
    };
  }

  /** The answer to the question of a log-in. */
  sign(challenge: string, lies: Lies = {}): PasskeyLoginTexts {
    const client = clientData('webauthn.get', challenge, lies);
    const data = authData(0, lies);
    return {
      id: this.id,
      client_data: base64(client),
      authenticator_data: base64(data),
      signature: base64(sign('sha256', Buffer.concat([data, sha256(client)]), this.keys.privateKey)),
      user_handle: this.userHandle,
    };
  }
}
