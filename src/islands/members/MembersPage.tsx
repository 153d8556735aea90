import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import { revokeInvite, setDisabled } from '#lib/client/stores/members.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { InviteWire, MemberList, MemberWire } from '#lib/contract/members.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { InviteDialog } from './InviteDialog.tsx';
import { MemberDialog } from './MemberDialog.tsx';

const row =
  'grid gap-2 md:(grid-cols-[minmax(0,1fr)_auto] items-center) px-3 md:px-4 py-3.5 border-t border-t-solid border-line first:border-t-0';

/** The company's people: permissions, last activity, and open invitations. */
export function MembersPage({ initial }: { initial: MemberList }) {
  const [list, setList] = useState(initial.list);
  const [invites, setInvites] = useState(initial.invites);
  const [busy, setBusy] = useState<string | number | null>(null);
  const [opened, setOpened] = useState<MemberWire | 'invite' | null>(null);

  const putMember = (member: MemberWire) =>
    setList((all) => all.map((one) => (one.id === member.id ? member : one)));
  const putInvite = (invite: InviteWire) =>
    setInvites((all) => [invite, ...all.filter(({ id }) => id !== invite.id)]);

  async function run(what: string | number, work: () => Promise<void>, said: string) {
    setBusy(what);
    try {
      await work();
      showToast('success', said);
    } catch (error) {
      react(error);
    }
    setBusy(null);
  }

  async function disable(member: MemberWire) {
    const isSure = await ask({
      title: '停用同事',
      text: `停用后${member.name}会立即退出登录，不能再登录；已提交的订单不受影响。确定停用吗？`,
      confirm: '停用',
      cancel: '取消',
    });
    if (!isSure) return;
    await run(member.id, async () => putMember(await setDisabled(member.id, true)), `${member.name}已停用`);
  }

  return (
    <>
      <section className="panel">
        <div className="panel-title">
          <h1>子账号</h1>
          <span className="text-small text-ink-2">共{list.length}人</span>
          <Button size="small" className="ml-auto" onClick={() => setOpened('invite')}>
            邀请同事
          </Button>
        </div>
        <ul>
          {list.map((member) => (
            <li key={member.id} className={row}>
              <MemberFacts member={member} />
              <div className="flex gap-2">
                <Button
                  kind="plain"
                  size="small"
                  aria-label={`修改权限：${member.name}`}
                  disabled={busy !== null}
                  onClick={() => setOpened(member)}
                >
                  修改权限
                </Button>
                {member.is_disabled === 1 ? (
                  <Button
                    kind="plain"
                    size="small"
                    aria-label={`启用：${member.name}`}
                    busy={busy === member.id}
                    onClick={() =>
                      void run(
                        member.id,
                        async () => putMember(await setDisabled(member.id, false)),
                        `${member.name}已启用`,
                      )
                    }
                  >
                    启用
                  </Button>
                ) : (
                  member.is_self === 0 && (
                    <Button
                      kind="plain"
                      size="small"
                      aria-label={`停用：${member.name}`}
                      busy={busy === member.id}
                      onClick={() => void disable(member)}
                    >
                      停用
                    </Button>
                  )
                )}
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section className="panel mt-3" aria-labelledby="invites">
        <div className="panel-title">
          <h2 id="invites">邀请</h2>
        </div>
        {invites.length === 0 && (
          <p className="p-4 text-ink-2">还没有邀请。点“邀请同事”，同事自己设置姓名和密码。</p>
        )}
        <ul>
          {invites.map((invite) => (
            <li key={invite.id} className={row}>
              <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <b>{invite.phone === '' ? '链接邀请' : invite.phone}</b>
                <span>{invite.role_text}</span>
                {invite.order_limit !== null && (
                  <span className="num">单笔限额¥{showYuan(invite.order_limit)}</span>
                )}
                <Tag kind={invite.state === 'open' ? 'soft' : 'plain'}>{invite.state_text}</Tag>
                <span className="text-small text-ink-2">
                  {invite.state === 'open' ? '有效至' : '发出于'}{' '}
                  <span className="num">
                    {momentText(invite.state === 'open' ? invite.expires_at : invite.created_at)}
                  </span>
                </span>
              </p>
              {invite.state === 'open' && (
                <div>
                  <Button
                    kind="plain"
                    size="small"
                    aria-label={`撤销邀请：${invite.phone === '' ? '链接邀请' : invite.phone}，${momentText(invite.created_at)}`}
                    busy={busy === invite.id}
                    onClick={() =>
                      void run(
                        invite.id,
                        async () => {
                          const after = await revokeInvite(invite.id);
                          setInvites((all) => all.map((one) => (one.id === after.id ? after : one)));
                        },
                        '邀请已撤销',
                      )
                    }
                  >
                    撤销
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      </section>
      {opened === 'invite' && (
        <InviteDialog stores={initial.stores} onClose={() => setOpened(null)} onInvited={putInvite} />
      )}
      {opened !== null && opened !== 'invite' && (
        <MemberDialog
          member={opened}
          stores={initial.stores}
          onClose={() => setOpened(null)}
          onSaved={(member) => {
            putMember(member);
            setOpened(null);
            showToast('success', '权限已修改，马上生效');
          }}
        />
      )}
    </>
  );
}

function MemberFacts({ member }: { member: MemberWire }) {
  return (
    <div className="min-w-0">
      <h2 className="flex flex-wrap items-center gap-2 text-body">
        {member.name}
        <Tag kind="soft">{member.role_text}</Tag>
        {member.is_self === 1 && <Tag kind="plain">本人</Tag>}
        {member.is_disabled === 1 && <Tag kind="warn">已停用</Tag>}
      </h2>
      <p className="mt-1 flex flex-wrap gap-x-4 text-small text-ink-2 break-all">
        <span>
          登录名 <span className="num">{member.username}</span>
        </span>
        {member.phone !== '' && member.phone !== member.username && (
          <span>
            手机 <span className="num">{member.phone}</span>
          </span>
        )}
        <span className="num">
          {member.order_limit === null ? '不限单笔金额' : `单笔限额¥${showYuan(member.order_limit)}`}
        </span>
        {member.stores.length > 0 && <span>门店：{member.stores.map(({ name }) => name).join('、')}</span>}
        <span>最近使用：{member.seen_text}</span>
      </p>
    </div>
  );
}
