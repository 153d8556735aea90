import { TextArea } from '#islands/ui/TextArea.tsx';
import type { DeskLot } from '#lib/contract/lots.ts';
import { type LotDialogProps, LotForm, wordFault } from './LotForm.tsx';

interface Props extends Omit<LotDialogProps, 'lot'> {
  title: string;
  /** The effect of the act. */
  note: string;
  button: string;
  /** The message after the act. */
  done: string;
  act: (reason: string) => Promise<DeskLot>;
}

/** An act on a lot that needs a reason and nothing else. */
export function ReasonDialog({ note, done, act, ...more }: Props) {
  return (
    <LotForm
      {...more}
      names={['reason']}
      check={({ reason }) => wordFault('reason', reason, '原因')}
      send={({ reason }) => act(reason.trim())}
      done={() => done}
    >
      {(field) => (
        <>
          <p>{note}</p>
          <TextArea label="原因" maxLength={200} required data-focus="" {...field('reason')} />
        </>
      )}
    </LotForm>
  );
}
