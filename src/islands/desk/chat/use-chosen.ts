import { useEffect, useState } from 'react';

/** The part that a narrow window shows; a wide one shows all three. */
export type Step = 'queue' | 'talk' | 'aside';

const parameter = 'talk';

function talkOfAddress(): number {
  const found = Number(new URLSearchParams(location.search).get(parameter));
  return Number.isSafeInteger(found) && found > 0 ? found : 0;
}

/** The open talk, which the address names: the browser's back button leads from a talk to the queue. */
export function useChosen(start: number) {
  const [chosen, setChosen] = useState(start);
  const [found, setFound] = useState(0);
  const [step, setStep] = useState<Step>(start > 0 ? 'talk' : 'queue');

  useEffect(() => {
    const follow = () => {
      const id = talkOfAddress();
      setChosen(id);
      setFound(0);
      setStep(id > 0 ? 'talk' : 'queue');
    };
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);

  /** Opens a talk, at a message of it where `seq` is given. */
  function choose(id: number, seq = 0): void {
    const address = new URL(location.href);
    address.searchParams.set(parameter, String(id));
    // One step back leads to the queue, however many talks were opened.
    if (talkOfAddress() === 0) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
    setChosen(id);
    setFound(seq);
    setStep('talk');
  }

  return { chosen, found, step, choose, setStep };
}
