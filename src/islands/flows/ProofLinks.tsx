import { useState } from 'react';
import { refusalText, takeFile } from '#lib/client/take-file.ts';
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';

/** The proof of an order is made in the night after its payment: the server says so. */
function isEarly(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 404;
}

/** Downloads an order's proof, and leads to where it is checked. */
export function ProofLinks({ no }: { no: string }) {
  const [refusal, setRefusal] = useState('');

  async function take() {
    setRefusal('');
    await takeFile(`/file/proof/${no}`).catch((error: unknown) =>
      setRefusal(isEarly(error) ? error.message : refusalText(error)),
    );
  }

  return (
    <>
      <button
        type="button"
        className="link p-0 border-0 bg-transparent cursor-pointer"
        onClick={() => void take()}
      >
        下载
      </button>
      <a className="link ml-3" href={path('/verify')}>
        核对
      </a>
      <span role="status" className="block text-price empty:hidden">
        {refusal}
      </span>
    </>
  );
}
