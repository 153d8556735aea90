import { loginState } from '#lib/rules/goods/login-state.ts';
import { LoginLink } from './LoginLink.tsx';
import { faceClasses, type View } from './views.ts';

/**
 * Replaces price and button for a visitor. Hidden from the first paint where the hint cookie says that prices will
 * come.
 */
export function VisitorFace({ view }: { view: View }) {
  const face = faceClasses[view];
  // A page of cards asks once, above them: here a quiet line.
  if (view === 'card')
    return (
      <div className={`${face.root} when-visitor`}>
        <LoginLink className="self-end py-1 text-small text-ink-2 hover:text-primary" />
      </div>
    );
  return (
    <div className={`${face.root} when-visitor`}>
      {/* Nothing is wrong: no colour of a warning. */}
      <p className={`${face.note} !text-ink-2`}>{loginState.text}</p>
      <div className={face.controls}>
        <LoginLink className={face.button} />
      </div>
    </div>
  );
}
