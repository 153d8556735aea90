import { useEffect, useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { askContract, goToSign } from '#lib/client/stores/contracts.ts';
import { askContractAtDesk, goToSignAtDesk } from '#lib/client/stores/desk/contracts.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { ContractDetail } from '#lib/contract/contracts/detail.ts';
import { AppError } from '#lib/contract/errors.ts';

interface Props {
  /** The contract by its number in the shop, by its id at a desk. */
  contract: { no: string } | { id: number };
  /** The step that the contract waits for, in words. */
  waits: string;
  /** The provider at which the reader may sign; empty: nowhere. */
  signAt: string;
  /** The reader comes back from the provider. */
  isBack: boolean;
  /** Address of the page to go on to afterwards; empty for none. */
  next?: string;
}

/**
 * Leads to the page of a signing provider, by an address that is requested at each press. After the return the provider is
 * asked for the contract's state, and the page is loaded again where that has changed.
 */
export function RemoteSign({ contract, waits, signAt, isBack, next = '' }: Props) {
  const [text, setText] = useState(waits);
  const [isBusy, setBusy] = useState(isBack);
  const isAsked = useRef(false);

  useEffect(() => {
    if (!isBack || isAsked.current) return;
    isAsked.current = true;
    const ask: Promise<ContractDetail> =
      'no' in contract ? askContract(contract.no) : askContractAtDesk(contract.id);
    ask
      .then((now) => {
        if (now.waits_text === '') location.reload();
        else setText(`已查询签署结果：${now.waits_text}`);
      }, react)
      .finally(() => setBusy(false));
  }, [isBack, contract]);

  async function go() {
    setBusy(true);
    const asked = 'no' in contract ? goToSign(contract.no, next) : goToSignAtDesk(contract.id);
    await asked.then(
      ({ url }) => location.assign(url),
      (error: unknown) => {
        setBusy(false);
        // No fault of the shop: the sentence says when to try again.
        if (error instanceof AppError && error.code === 503) setText(error.message);
        else react(error);
      },
    );
  }

  return (
    <div className="flex flex-wrap items-center gap-3 p-4 md:p-5">
      <p role="status" className="text-small">
        {text}
      </p>
      {signAt !== '' && (
        <Button busy={isBusy} onClick={() => void go()}>
          去{signAt}签署
        </Button>
      )}
    </div>
  );
}
