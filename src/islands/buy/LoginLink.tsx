import { path } from '#lib/contract/routes.ts';

/**
 * To the login page and back. The way back is known in the browser only, and the HTML is the same everywhere: the
 * frame puts it in (shell/frame), whether or not React has come.
 */
export function LoginLink({ text, className }: { text: string; className: string }) {
  return (
    <a className={className} href={path('/login')} data-login>
      {text}
    </a>
  );
}
