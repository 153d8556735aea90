/** The company's papers in the browser. All reject as `call` does: 422 names the field. */
import { AppError } from '#lib/contract/errors.ts';
import type { SavePaperInput, Zizhi } from '#lib/contract/papers/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { type PaperKind, paperNames } from '#lib/rules/companies/qualification.ts';
import { call } from '../../api.ts';

export { uploadFile } from '../../upload.ts';

/** Papers whose last words were refused: what the server has of them is older than what stands on the page. */
const refused = new Set<PaperKind>();
let last: Promise<unknown> = Promise.resolve();

/** One write after the other: of two on their way the older one could arrive last and take back what the newer one said. */
function inTurn<T>(write: () => Promise<T>): Promise<T> {
  const done = last.then(write);
  last = done.catch(() => undefined);
  return done;
}

/** Keeps what is written of a paper so far: as `read` gives it when its turn has come. */
export function savePaper(kind: PaperKind, read: () => Omit<SavePaperInput, 'kind'>): Promise<Zizhi> {
  return inTurn(async () => {
    refused.add(kind);
    const zizhi = await call(api.savePaper, { kind, ...read() });
    refused.delete(kind);
    return zizhi;
  });
}

/** Takes away what is written of a paper; what counts stays. */
export function dropPaper(kind: PaperKind): Promise<Zizhi> {
  return inTurn(async () => {
    const zizhi = await call(api.dropPaper, { kind });
    refused.delete(kind);
    return zizhi;
  });
}

/** Hands in what was written up to now; rejects with 409 while the last words of a paper are not kept. */
export function handInPapers(): Promise<Zizhi> {
  return inTurn(async () => {
    const [kind] = refused;
    if (kind) throw new AppError(409, `${paperNames[kind]}还没有保存，请改好后再提交审核`);
    return call(api.handIn, {});
  });
}
