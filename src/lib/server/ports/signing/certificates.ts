/** Certificates of the shop's own signing authority: its root, and one for each company and merchant. ECDSA P-256. */
import {
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  BasicConstraints,
  Certificate,
  Extension,
  Extensions,
  id_ce_basicConstraints,
  id_ce_keyUsage,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509';

const oids = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  serialNumber: '2.5.4.5',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const;
const year = 365 * 24 * 3_600_000;

/** Whom a certificate names. */
export interface Subject {
  name: string;
  /** 统一社会信用代码 or another number of the subject; empty for none. */
  number: string;
  organization: string;
}

/** PEM: the key in PKCS#8, and the certificate. */
export interface Certified {
  privateKey: string;
  certificate: string;
}

/** A new key with a certificate that signs itself, valid for 30 years. */
export function makeRoot(subject: Subject, now: Date): Certified {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = nameOf(subject);
  const der = certify({
    subject: name,
    issuer: name,
    publicKey,
    by: privateKey,
    isRoot: true,
    years: 30,
    now,
  });
  return pem(privateKey, der);
}

/** A new key with a certificate of the root's, valid for ten years. */
export function makeLeaf(subject: Subject, root: Certified, now: Date): Certified {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = AsnConvert.parse(plain(derOf(root.certificate)), Certificate).tbsCertificate.subject;
  const by = createPrivateKey(root.privateKey);
  const der = certify({ subject: nameOf(subject), issuer, publicKey, by, isRoot: false, years: 10, now });
  return pem(privateKey, der);
}

/** A certificate in DER. */
export function derOf(certificate: string): Uint8Array {
  return new Uint8Array(new X509Certificate(certificate).raw);
}

const plain = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

function pem(key: KeyObject, der: Uint8Array): Certified {
  return {
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: new X509Certificate(der).toString(),
  };
}

function nameOf({ name, number, organization }: Subject): Name {
  const part = (type: string, text: string) =>
    new RelativeDistinguishedName([
      new AttributeTypeAndValue({ type, value: new AttributeValue({ utf8String: text }) }),
    ]);
  return new Name([
    part(oids.organization, organization),
    part(oids.commonName, name),
    ...(number === '' ? [] : [part(oids.serialNumber, number)]),
  ]);
}

interface Certifying {
  subject: Name;
  issuer: Name;
  publicKey: KeyObject;
  by: KeyObject;
  isRoot: boolean;
  years: number;
  now: Date;
}

function certify({ subject, issuer, publicKey, by, isRoot, years, now }: Certifying): Uint8Array {
  const signature = new AlgorithmIdentifier({ algorithm: oids.ecdsaWithSha256 });
  // Positive, and without leading zeros.
  const serial = randomBytes(16);
  serial[0] = (serial.readUInt8(0) & 0x3f) | 0x40;
  const usage = isRoot
    ? KeyUsageFlags.keyCertSign
    : KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation;
  const extension = (extnID: string, value: ArrayBuffer) =>
    new Extension({ extnID, critical: true, extnValue: new OctetString(value) });
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: plain(serial),
    signature,
    issuer,
    validity: new Validity({
      notBefore: new Date(now.getTime() - 24 * 3_600_000),
      notAfter: new Date(now.getTime() + years * year),
    }),
    subject,
    subjectPublicKeyInfo: AsnConvert.parse(
      plain(publicKey.export({ type: 'spki', format: 'der' })),
      SubjectPublicKeyInfo,
    ),
    extensions: new Extensions([
      extension(id_ce_basicConstraints, AsnConvert.serialize(new BasicConstraints({ cA: isRoot }))),
      extension(id_ce_keyUsage, AsnConvert.serialize(new KeyUsage(usage))),
    ]),
  });
  const signatureValue = plain(sign('sha256', Buffer.from(AsnConvert.serialize(tbsCertificate)), by));
  return new Uint8Array(
    AsnConvert.serialize(new Certificate({ tbsCertificate, signatureAlgorithm: signature, signatureValue })),
  );
}
