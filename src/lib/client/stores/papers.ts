/** The company's documents in the browser. All reject as `call` does: 422 names the field. */

import { api } from '#lib/contract/api.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { SavePaperInput, Zizhi } from '#lib/contract/papers.ts';
import { type PaperKind, paperNames } from '#lib/rules/companies/qualification.ts';
import { call } from '../api.ts';

export { uploadFile } from '../upload.ts';

/** Documents whose last save was refused: the server's state is older than the page. */
const refused = new Set<PaperKind>();
let last: Promise<unknown> = Promise.resolve();

/** Serializes writes: of two in progress the older one could arrive last and undo the newer one. */
function inTurn<T>(write: () => Promise<T>): Promise<T> {
  const done = last.then(write);
  last = done.catch(() => undefined);
  return done;
}

/** Saves the draft of a document: `read` supplies it when its turn has come. */
export function savePaper(kind: PaperKind, read: () => Omit<SavePaperInput, 'kind'>): Promise<Zizhi> {
  return inTurn(async () => {
    refused.add(kind);
    const zizhi = await call(api.savePaper, { kind, ...read() });
    refused.delete(kind);
    return zizhi;
  });
}

/** Deletes the draft of a document; the valid version stays. */
export function dropPaper(kind: PaperKind): Promise<Zizhi> {
  return inTurn(async () => {
    const zizhi = await call(api.dropPaper, { kind });
    refused.delete(kind);
    return zizhi;
  });
}

/** Submits the saved drafts; rejects with 409 while the last save of a document is refused. */
export function handInPapers(): Promise<Zizhi> {
  return inTurn(async () => {
    const [kind] = refused;
    if (kind) throw new AppError(409, `${paperNames[kind]}还没有保存，请改好后再提交审核`);
    return call(api.handIn, {});
  });
}
