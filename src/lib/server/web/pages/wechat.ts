/** The return address of WeChat, and the demo's counterpart of WeChat. */
import type { APIRoute } from 'astro';
import { endScan } from '../../accounts/wechat-scan.ts';
import { shopActor } from '../../core/context.ts';
import { currentTime } from '../../core/process/clock.ts';
import { getDb } from '../../db/client.ts';
import { demoPerson, demoToken } from '../../ports/wechat-demo.ts';
import { isDemoWechat } from '../../ports/wechat-line.ts';

const short = (text: string | null) => (text ?? '').slice(0, 1_000);

/** With a code and our state: continues the flow. */
export const wechatCallback: APIRoute = async ({ request, url, locals }) => {
  const answerHeaders = new Headers({ 'cache-control': 'no-store' });
  const location = await endScan(
    {
      db: getDb(),
      now: currentTime(),
      actor: shopActor(await locals.account()),
      requestId: locals.requestId,
      clientAddress: locals.clientAddress,
      headers: request.headers,
      answerHeaders,
    },
    { code: short(url.searchParams.get('code')), state: short(url.searchParams.get('state')) },
  );
  answerHeaders.set('location', location);
  return new Response(null, { status: 302, headers: answerHeaders });
};

function said(answer: object): Response {
  return Response.json(answer, { headers: { 'cache-control': 'no-store' } });
}

const absent = () => new Response(null, { status: 404 });

/** `/sns/oauth2/access_token` of the demo. */
export const demoTokenRoute: APIRoute = async ({ url }) =>
  isDemoWechat() ? said(await demoToken(getDb(), url.searchParams, currentTime())) : absent();

/** `/sns/userinfo` of the demo. */
export const demoPersonRoute: APIRoute = ({ url }) =>
  isDemoWechat() ? said(demoPerson(url.searchParams, currentTime())) : absent();
