/** Signatures by the shop's own authority: its root is made at first use, with a key in the database that is encrypted. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { siteTitle } from '#lib/rules/site/site-title.ts';
import { must } from '#lib/rules/terms/must.ts';
import { env } from '../../core/process/env.ts';
import { seal, unseal } from '../../core/process/seal.ts';
import type { Db } from '../../db/client.ts';
import { type Certified, derOf, makeLeaf, makeRoot, type Subject } from './certificates.ts';
import { signDetached } from './cms.ts';
import { findKeyRow, putKeyRow } from './key-rows.ts';
import { addSignature, listSignaturesIn, type PdfSigning } from './pdf-signature.ts';

const rootName = 'ca';

/** A side of a contract: the name of its key, and whom its certificate names. */
export interface SigningParty {
  /** company:7, merchant:3, platform. */
  key: string;
  subject: Subject;
}

/** The key of that name, made where there is none. Throws where AUTH_SECRET has changed since. */
async function keyOf(db: Db, name: string, make: () => Certified | Promise<Certified>): Promise<Certified> {
  let row = await findKeyRow(db, name);
  if (row === null) {
    const { privateKey, certificate } = await make();
    row = await putKeyRow(db, { name, privateKey: seal('signing key', name, privateKey), certificate });
  }
  const { privateKey, certificate } = must(row, `the signing key ${name}`);
  return {
    privateKey: must(
      unseal('signing key', name, privateKey),
      `the signing key ${name}: AUTH_SECRET is another one`,
    ),
    certificate,
  };
}

/** The root. In the demo its name says so. */
function rootOf(db: Db, now: Date): Promise<Certified> {
  const name = env().DEMO ? `${siteTitle}演示签章（不具法律效力）` : `${siteTitle}电子签章`;
  return keyOf(db, rootName, () => makeRoot({ name, number: '', organization: siteTitle }, now));
}

/** Adds the signature of a side to a PDF. */
export async function signPdf(
  db: Db,
  pdf: Uint8Array,
  party: SigningParty,
  signing: PdfSigning,
): Promise<Uint8Array> {
  const root = await rootOf(db, signing.at);
  const own = await keyOf(db, party.key, () => makeLeaf(party.subject, root, signing.at));
  const chain = [derOf(own.certificate), derOf(root.certificate)];
  const key = createPrivateKey(own.privateKey);
  return addSignature(pdf, signing, (covered) => signDetached(covered, { key, chain }, signing.at));
}

interface PdfVerdict {
  name: string;
  signedAt: Date | null;
  isIntact: boolean;
  /** It ends at this shop's root. */
  isTrusted: boolean;
  chain: string[];
  isWhole: boolean;
}

/** The signatures of a PDF, each with its certificates up to the root. Nothing of the file is stored. */
export async function checkPdf(db: Db, pdf: Uint8Array): Promise<PdfVerdict[]> {
  const found = listSignaturesIn(pdf);
  const row = found.length === 0 ? null : await findKeyRow(db, rootName);
  const root = row === null ? null : new X509Certificate(row.certificate).fingerprint256;
  return found.map(({ chain, signedAt, isIntact, isWhole }) => ({
    name: commonName(chain[0]),
    signedAt,
    isIntact,
    isWhole,
    isTrusted: root !== null && chain.at(-1)?.fingerprint256 === root,
    chain: chain.map(commonName),
  }));
}

function commonName(certificate: X509Certificate | undefined): string {
  return /^CN=(.*)$/m.exec(certificate?.subject ?? '')?.[1] ?? '';
}
