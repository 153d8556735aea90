import { path } from '#lib/contract/routes.ts';
import { loginState } from '#lib/rules/goods/login-state.ts';

interface Props {
  text?: string;
  className: string;
}

/**
 * A link to the login page with the way back. The way back is known in the browser only, and the HTML is the same
 * everywhere: the frame adds it (shell/frame), whether or not React is loaded.
 */
export function LoginLink({ text = loginState.action, className }: Props) {
  return (
    <a className={className} href={path('/login')} data-login>
      {text}
    </a>
  );
}
