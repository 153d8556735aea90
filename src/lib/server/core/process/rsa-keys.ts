/**
 * RSA keys in the environment: as PEM, as its base64 without line breaks, or as the path of a file with one of them.
 */
import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/** A key to verify somebody's signatures. `serial` is known where a certificate was given: hexadecimal, upper case. */
export interface TheirKey {
  key: KeyObject;
  serial: string | null;
  /** In its original form. */
  text: string;
}

const fewestBits = 2048;

/** Reads one's own private key. Throws an Error with a sentence for the operator. */
export function readPrivateKey(value: string): KeyObject {
  const found = firstOf(textOf(value), [
    (pem) => createPrivateKey(pem),
    (_, der) => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
    (_, der) => createPrivateKey({ key: der, format: 'der', type: 'pkcs1' }),
  ]);
  if (found === null) throw new Error('不是 RSA 私钥，也不是存有私钥的文件');
  return strong(found);
}

/** Reads a public key or a certificate that holds one. Throws an Error with a sentence for the operator. */
export function readTheirKey(value: string): TheirKey {
  const text = textOf(value);
  // A private key would yield its public half, which is not theirs.
  if (text.includes('PRIVATE KEY')) throw new Error('这里应填对方的公钥，不是私钥');
  const certificate = firstOf(text, [(pem) => new X509Certificate(pem)]);
  if (certificate !== null)
    return { key: strong(certificate.publicKey), serial: certificate.serialNumber.toUpperCase(), text };
  const found = firstOf(text, [
    (pem) => createPublicKey(pem),
    (_, der) => createPublicKey({ key: der, format: 'der', type: 'spki' }),
  ]);
  if (found === null) throw new Error('不是 RSA 公钥或证书，也不是存有它的文件');
  return { key: strong(found), serial: null, text };
}

/** Reads certificates that are used unchanged. Throws an Error with a sentence for the operator. */
export function readCertificates(value: string): string {
  const text = textOf(value);
  if (firstOf(text, [(pem) => new X509Certificate(pem)]) === null)
    throw new Error('不是证书，也不是存有证书的文件');
  return text;
}

function textOf(value: string): string {
  const given = value.trim();
  if (given.includes('-----BEGIN')) return given.replaceAll('\\n', '\n');
  return existsSync(given) ? readFileSync(given, 'utf8').trim() : given;
}

/** The result of the first reader that succeeds; null where none does. */
function firstOf<T>(text: string, readers: readonly ((pem: string, der: Buffer) => T)[]): T | null {
  const der = Buffer.from(text, 'base64');
  for (const read of readers) {
    try {
      return read(text, der);
    } catch {
      // Another format.
    }
  }
  return null;
}

function strong(key: KeyObject): KeyObject {
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < fewestBits) throw new Error('须为 2048 位以上的 RSA 密钥');
  return key;
}
