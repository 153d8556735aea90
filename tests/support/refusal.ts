/** What the shop says when it does not do something. */
import { AppError } from '#lib/contract/errors.ts';

/** The refusal that ends the work. Throws when the work was done, or ended with any other error. */
export async function refusalOf(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    (done) => new Error(`not refused, answered ${JSON.stringify(done)}`),
    (thrown: unknown) => thrown,
  );
  if (error instanceof AppError) return error;
  throw error;
}
