import { Button } from '#islands/ui/Button.tsx';

/** Opens the browser's own way to print. */
export function PrintButton() {
  return <Button onClick={() => print()}>打印</Button>;
}
