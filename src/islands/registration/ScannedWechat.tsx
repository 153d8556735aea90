import { Button } from '#islands/ui/Button.tsx';
import { WechatButton } from '#islands/wechat/WechatButton.tsx';
import type { WechatTrouble } from '#lib/contract/registration/calls.ts';
import { path } from '#lib/contract/routes.ts';

interface Props {
  nickname: string | null;
  trouble: WechatTrouble['wechat'] | null;
  /** Registers without the WeChat. */
  onLeaveOut: () => void;
}

/** Which WeChat the account will have; where it cannot be bound, the ways on. */
export function ScannedWechat({ nickname, trouble, onLeaveOut }: Props) {
  if (trouble === null)
    return (
      <p className="px-3 py-2.5 rounded bg-primary-wash text-small" role="status">
        注册后绑定微信「{nickname}」，以后可以扫码登录。
      </p>
    );
  return (
    <div className="grid gap-3 px-3 py-2.5 rounded bg-promo-wash text-small" role="status">
      <p>
        {trouble === 'over'
          ? '微信扫码已超过15分钟，还没有绑定。请重新扫码，姓名和手机号会保留；也可以先不绑定，注册后在会员中心绑定。'
          : '这个微信已绑定其他账号，可以直接扫码登录；要注册新账号，请不绑定微信。'}
      </p>
      <div className="grid sm:grid-cols-2 gap-2">
        <WechatButton text={trouble === 'over' ? '重新扫码' : '微信扫码登录'} next={path('/')} />
        <Button kind="ghost" size="big" className="w-full" onClick={onLeaveOut}>
          不绑定微信
        </Button>
      </div>
    </div>
  );
}
