/** A detached signature of PKCS#7 (CMS SignedData, RFC 5652) over bytes, made and checked. ECDSA with SHA-256. */
import { createHash, createPublicKey, type KeyObject, sign, verify, X509Certificate } from 'node:crypto';
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifiers,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  id_data,
  id_signedData,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { AlgorithmIdentifier, Certificate, Time } from '@peculiar/asn1-x509';

const oids = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const;

/** The object identifier id-data in DER. */
const idDataDer = Buffer.from('06092a864886f70d010701', 'hex');

const plain = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

interface Signer {
  key: KeyObject;
  /** DER; the signer's first, then those of its issuers. */
  chain: readonly Uint8Array[];
}

/** The signature of these bytes at a moment, in DER. The bytes themselves are not in it. */
export function signDetached(bytes: Uint8Array, { key, chain }: Signer, at: Date): Uint8Array {
  const certificates = chain.map((der) => AsnConvert.parse(plain(der), Certificate));
  const [own] = certificates;
  if (own === undefined) throw new Error('a signer without a certificate');
  const { issuer, serialNumber } = own.tbsCertificate;
  // In the order of DER: a set is sorted by its encoding.
  const signedAttrs = [
    attribute(oids.contentType, plain(idDataDer)),
    attribute(oids.signingTime, AsnConvert.serialize(new Time(at))),
    attribute(oids.messageDigest, AsnConvert.serialize(new OctetString(sha256(bytes)))),
  ];
  const info = new SignerInfo({
    version: CMSVersion.v1,
    sid: new SignerIdentifier({ issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }) }),
    digestAlgorithm: new AlgorithmIdentifier({ algorithm: oids.sha256 }),
    signedAttrs,
    signatureAlgorithm: new AlgorithmIdentifier({ algorithm: oids.ecdsaWithSha256 }),
    signature: new OctetString(),
  });
  info.signature = new OctetString(sign('sha256', attributeSet(info), key));
  const signed = new SignedData({
    version: CMSVersion.v1,
    digestAlgorithms: new DigestAlgorithmIdentifiers([new AlgorithmIdentifier({ algorithm: oids.sha256 })]),
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: id_data }),
    certificates: new CertificateSet(
      certificates.map((certificate) => new CertificateChoices({ certificate })),
    ),
    signerInfos: new SignerInfos([info]),
  });
  const content = AsnConvert.serialize(signed);
  return new Uint8Array(AsnConvert.serialize(new ContentInfo({ contentType: id_signedData, content })));
}

function attribute(type: string, value: ArrayBuffer): Attribute {
  return new Attribute({ attrType: type, attrValues: [value] });
}

/** The signed attributes as they are signed: a SET instead of the implicit tag. */
function attributeSet({ signedAttrs = [] }: SignerInfo): Buffer {
  const parts = signedAttrs.map((one) => Buffer.from(AsnConvert.serialize(one)));
  const { length } = Buffer.concat(parts);
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([0x31, ...size]), ...parts]);
}

export interface CheckedSignature {
  /** The bytes and the attributes are those that were signed. */
  isIntact: boolean;
  signedAt: Date | null;
  /** The signer's certificate first, each followed by its issuer, as far as they are in it. */
  chain: X509Certificate[];
}

/** Checks a detached signature; null for what is none. Zeros behind it are left out by its length. */
export function checkDetached(der: Uint8Array, bytes: Uint8Array): CheckedSignature | null {
  try {
    const { contentType, content } = AsnConvert.parse(plain(der), ContentInfo);
    if (contentType !== id_signedData) return null;
    const signed = AsnConvert.parse(content, SignedData);
    const [info] = signed.signerInfos;
    const certificates = (signed.certificates ?? []).flatMap(({ certificate }) =>
      certificate === undefined ? [] : [new X509Certificate(Buffer.from(AsnConvert.serialize(certificate)))],
    );
    const serial = info?.sid.issuerAndSerialNumber?.serialNumber;
    if (info === undefined || serial === undefined || signed.signerInfos.length !== 1) return null;
    const hex = Buffer.from(serial).toString('hex').toUpperCase().replace(/^0+/, '');
    const own = certificates.find((one) => one.serialNumber.replace(/^0+/, '') === hex);
    if (own === undefined) return null;
    const digest = attributeValue(info, oids.messageDigest);
    const time = attributeValue(info, oids.signingTime);
    const named = digest === null ? null : Buffer.from(AsnConvert.parse(digest, OctetString).buffer);
    const isSigned = verify(
      'sha256',
      attributeSet(info),
      createPublicKey(own.publicKey.export({ type: 'spki', format: 'pem' })),
      Buffer.from(info.signature.buffer),
    );
    return {
      isIntact: isSigned && named?.equals(sha256(bytes)) === true,
      signedAt: time === null ? null : AsnConvert.parse(time, Time).getTime(),
      chain: chainOf(own, certificates),
    };
  } catch {
    // Anything that cannot be read is no signature.
    return null;
  }
}

function attributeValue({ signedAttrs = [] }: SignerInfo, type: string): ArrayBuffer | null {
  return signedAttrs.find(({ attrType }) => attrType === type)?.attrValues[0] ?? null;
}

function chainOf(own: X509Certificate, all: readonly X509Certificate[]): X509Certificate[] {
  const chain = [own];
  for (let last = own; chain.length <= all.length; ) {
    const issuer = all.find((one) => one !== last && last.checkIssued(one) && last.verify(one.publicKey));
    if (issuer === undefined || chain.includes(issuer)) break;
    chain.push(issuer);
    last = issuer;
  }
  return chain;
}
