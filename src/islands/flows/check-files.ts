/** Checks files on this computer: proofs of orders, receiving packages that hold one, and files of their invoices. */
import { hashes } from '#lib/client/hashes.ts';
import { listPacked } from '#lib/client/zip.ts';
import type { FlowRootOutput } from '#lib/contract/flows.ts';
import { type FlowProof, isProven, readProof } from '#lib/rules/flows/proof.ts';
import { hexOf } from '#lib/rules/terms/merkle.ts';

interface Content {
  name: string;
  bytes: Uint8Array;
}

export interface CheckedProof {
  file: string;
  proof: FlowProof;
  /** Null where the day has no published root. */
  root: FlowRootOutput | null;
  isTrue: boolean;
}

/** An invoice's file: the number that it is sealed under; empty where no checked order has it. */
export interface CheckedFile {
  file: string;
  number: string;
}

export interface Checked {
  proofs: CheckedProof[];
  invoices: CheckedFile[];
  /** Files that are neither. */
  others: string[];
}

const isInvoice = (name: string) => /\.(xml|ofd|pdf)$/i.test(name);
/** Other PDFs of a package are reports and licences. */
const isPackedInvoice = (name: string) => /(^|\/)发票\//.test(name) && isInvoice(name);

/** Throws where a package is damaged or a root cannot be loaded. */
export async function checkFiles(
  files: readonly File[],
  rootOf: (day: string) => Promise<FlowRootOutput | null>,
): Promise<Checked> {
  const contents: Content[] = [];
  for (const file of files) {
    if (/\.zip$/i.test(file.name)) {
      for (const { name, unpack } of await listPacked(file))
        if (name.endsWith('.json') || isPackedInvoice(name)) contents.push({ name, bytes: unpack() });
    } else contents.push({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
  }
  const proofs: CheckedProof[] = [];
  const others: string[] = [];
  for (const { name, bytes } of contents.filter((one) => !isInvoice(one.name))) {
    const proof = readProof(new TextDecoder().decode(bytes));
    if (proof === null) {
      others.push(name);
      continue;
    }
    const root = /^\d{4}-\d{2}-\d{2}$/.test(proof.day) ? await rootOf(proof.day) : null;
    proofs.push({ file: name, proof, root, isTrue: root !== null && isProven(hashes.sha256, proof, root) });
  }
  const invoices = contents
    .filter(({ name }) => isInvoice(name))
    .map(({ name, bytes }) => ({ file: name, number: numberOf(proofs, hexOf(hashes.sha256(bytes))) }));
  return { proofs, invoices, others };
}

/** Only of records that lead to their root. */
function numberOf(proofs: readonly CheckedProof[], digest: string): string {
  const invoices = proofs.filter(({ isTrue }) => isTrue).flatMap(({ proof }) => proof.flow.invoices);
  return invoices.find(({ files }) => Object.values(files).includes(digest))?.number ?? '';
}
