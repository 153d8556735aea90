import { path } from '#lib/contract/routes.ts';
import { loginState } from '#lib/rules/goods/login-state.ts';

interface Props {
  text?: string;
  className: string;
}

/**
 * To the login page and back. The way back is known in the browser only, and the HTML is the same everywhere: the
 * frame puts it in (shell/frame), whether or not React has come.
 */
export function LoginLink({ text = loginState.action, className }: Props) {
  return (
    <a className={className} href={path('/login')} data-login>
      {text}
    </a>
  );
}
