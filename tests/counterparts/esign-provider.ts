/**
 * The counterpart of e签宝: a real HTTP server that checks app, signature, digest and time of each call from the bytes that
 * came, keeps flows, and tells of them with a signature of its own: late, twice, out of order.
 */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the next calls meet: nothing, an answer that is lost after the work, an error, a refusal. */
export type EsignTrouble = 'none' | 'lost' | 'down' | 'refused';

/** Who signs by hand on their page. */
interface Person {
  org: string;
  phone: string;
  isSigned: boolean;
}

interface Flow {
  id: string;
  title: string;
  no: string;
  people: Person[];
  /** Seals that are set by themselves: a number of a seal that was given, or empty for their customer's own. */
  seals: string[];
  notifyUrl: string;
  fileId: string;
  status: number;
  startedAt: number;
}

export interface EsignProvider {
  origin: string;
  env: Record<string, string>;
  flows: Flow[];
  forged: number;
  trouble: EsignTrouble;
  /** All addresses for signing that were given so far have ended. */
  endLinks(): void;
  /** Tells of a flow; `change` what is wrong with it. */
  tell(
    flow: Flow,
    action: string,
    change?: { secret?: string; timestamp?: number; tamper?: boolean },
  ): Promise<number>;
  close(): void;
}

/** A refusal of theirs, as their documents have it. */
class Refusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** A signer of a request. */
interface Signer {
  orgSignerInfo?: {
    orgName?: string;
    transactorInfo?: { psnAccount?: string; psnInfo?: { psnName?: string } };
  };
  signFields: {
    customBizNum: string;
    normalSignFieldConfig: { autoSign?: boolean; freeMode?: boolean; assignedSealId?: string };
  }[];
}

/** Their rules for signers: a seal that is set by itself names no company, a person is named by company, telephone and name. */
function readSigners(signers: readonly Signer[]): Pick<Flow, 'people' | 'seals'> {
  const people: Person[] = [];
  const seals: string[] = [];
  for (const { orgSignerInfo: org, signFields } of signers) {
    const config = signFields[0]?.normalSignFieldConfig;
    if (config?.autoSign === true) {
      if (org !== undefined) throw new Refusal(1435002, '参数错误: 自动签署机构账号只允许传orgId');
      if (config.freeMode === true) throw new Refusal(1435002, '参数错误: 自由模式不支持自动签署');
      seals.push(config.assignedSealId ?? '');
      continue;
    }
    const { orgName = '', transactorInfo } = org ?? {};
    const { psnAccount: phone = '', psnInfo } = transactorInfo ?? {};
    if (orgName === '' || phone === '' || !psnInfo?.psnName)
      throw new Refusal(1435002, '参数错误: 非自动签署机构签署方经办人transactorInfo不能为空');
    people.push({ org: orgName, phone, isSigned: false });
  }
  return { people, seals };
}

const keys = { appId: '7438849999', secret: 'esign-secret-of-the-counterpart' };
/** Their limit for the age of a call, ms. */
const oldest = 15 * 60_000;

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64');

async function read(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** `deliver` takes what it tells; answers the status. */
export async function openProvider(
  deliver: (body: string, headers: Record<string, string>) => Promise<number>,
): Promise<EsignProvider> {
  const files = new Map<string, Buffer>();
  const links = new Map<string, { flow: Flow; person: Person; redirect: string; isEnded: boolean }>();
  const server = createServer(async (request, response) => {
    const body = await read(request);
    const path = request.url ?? '';
    const say = (data: unknown, code = 0, message = '成功') => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ code, message, data }));
    };
    const [, store, fileId = ''] = path.split('/');
    if (store === 'sign') {
      // The page on which a person signs; it leads back where that is done.
      const link = links.get(fileId);
      if (link === undefined || link.isEnded) {
        response.statusCode = 410;
        response.end('链接已过期');
        return;
      }
      link.person.isSigned = true;
      if (link.flow.people.every(({ isSigned }) => isSigned)) link.flow.status = 2;
      response.statusCode = 302;
      response.setHeader('location', link.redirect);
      response.end();
      return;
    }
    if (store === 'store' && request.method === 'PUT') {
      if (request.headers['content-md5'] === md5(body)) files.set(fileId, body);
      else response.statusCode = 403;
      response.end();
      return;
    }
    if (store === 'store') {
      // A sealed file is another one than the text.
      response.end(
        Buffer.concat([files.get(fileId) ?? Buffer.alloc(0), Buffer.from('\n% sealed by the counterpart\n')]),
      );
      return;
    }
    const header = (name: string) => String(request.headers[name] ?? '');
    const text = [
      request.method,
      header('accept'),
      header('content-md5'),
      header('content-type'),
      '',
      path,
    ].join('\n');
    const isOwn =
      header('x-tsign-open-app-id') === keys.appId &&
      header('x-tsign-open-auth-mode') === 'Signature' &&
      header('x-tsign-open-ca-signature') ===
        createHmac('sha256', keys.secret).update(text).digest('base64') &&
      (body.length === 0 || header('content-md5') === md5(body)) &&
      Math.abs(Date.now() - Number(header('x-tsign-open-ca-timestamp'))) < oldest;
    if (!isOwn) {
      provider.forged += 1;
      say(null, 401, 'INVALID_SIGNATURE');
      return;
    }
    if (provider.trouble === 'down') {
      response.statusCode = 502;
      response.end('<html>');
      return;
    }
    if (provider.trouble === 'refused') {
      say(null, 1435002, '参数错误: 机构签署方账号不存在');
      return;
    }
    let data: unknown;
    try {
      data = answer(path, body.length === 0 ? {} : JSON.parse(body.toString()));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      say(null, error.code, error.message);
      return;
    }
    if (provider.trouble === 'lost') request.socket.destroy();
    else say(data);
  });

  function answer(path: string, sent: Record<string, never>): unknown {
    const flow = provider.flows.find(({ id }) => path.startsWith(`/v3/sign-flow/${id}/`));
    if (path === '/v3/files/file-upload-url') {
      const fileId = randomUUID();
      return { fileId, fileUploadUrl: `${provider.origin}/store/${fileId}` };
    }
    if (path === '/v3/sign-flow/create-by-file') {
      const { docs, signFlowConfig, signers } = sent as never as {
        docs: { fileId: string }[];
        signFlowConfig: { signFlowTitle: string; notifyUrl: string };
        signers: Signer[];
      };
      const made: Flow = {
        id: randomUUID().replaceAll('-', ''),
        title: signFlowConfig.signFlowTitle,
        no: signers[0]?.signFields[0]?.customBizNum ?? '',
        ...readSigners(signers),
        notifyUrl: signFlowConfig.notifyUrl,
        fileId: docs[0]?.fileId ?? '',
        status: 1,
        startedAt: Date.now(),
      };
      if (!files.has(made.fileId)) throw new Error('a flow without its file');
      provider.flows.push(made);
      return { signFlowId: made.id };
    }
    if (path === '/v3/sign-flow/sign-flow-list') {
      const asked = sent as never as {
        signFlowStartTimeFrom: number;
        signFlowStartTimeTo: number;
        operator: { psnAccount: string };
      };
      const found = provider.flows.filter(
        ({ people, startedAt }) =>
          people.some(({ phone }) => phone === asked.operator.psnAccount) &&
          startedAt >= asked.signFlowStartTimeFrom &&
          startedAt <= asked.signFlowStartTimeTo,
      );
      return {
        total: found.length,
        signFlowInfos: found.map(({ id, title }) => ({ signFlowId: id, signFlowTitle: title })),
      };
    }
    if (path.endsWith('/sign-url')) {
      const { operator, organization, redirectConfig } = sent as never as {
        operator: { psnAccount: string };
        organization: { orgName: string };
        redirectConfig: { redirectUrl: string };
      };
      if (flow?.status !== 1) throw new Refusal(1437103, '流程未开启');
      const person = flow.people.find(
        ({ org, phone }) => org === organization.orgName && phone === operator.psnAccount,
      );
      if (person === undefined) throw new Refusal(1437114, '当前用户不是流程参与人, 无权查看流程');
      const token = randomUUID();
      links.set(token, { flow, person, redirect: redirectConfig.redirectUrl, isEnded: false });
      const url = `${provider.origin}/sign/${token}`;
      return { url, shortUrl: url };
    }
    if (path.endsWith('/detail')) return { signFlowStatus: flow?.status };
    if (path.endsWith('/file-download-url'))
      return { files: [{ fileId: flow?.fileId, downloadUrl: `${provider.origin}/store/${flow?.fileId}` }] };
    if (path.endsWith('/revoke') && flow !== undefined) flow.status = 3;
    return null;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: EsignProvider = {
    origin,
    env: { ESIGN_APP_ID: keys.appId, ESIGN_SECRET: keys.secret, ESIGN_ENDPOINT: origin },
    flows: [],
    forged: 0,
    trouble: 'none',
    endLinks: () => {
      for (const link of links.values()) link.isEnded = true;
    },
    async tell(flow, action, { secret = keys.secret, timestamp = Date.now(), tamper = false } = {}) {
      const isMission = action === 'SIGN_MISSON_COMPLETE';
      // Blanks and the order of fields are theirs: only the bytes as they come are signed.
      const body = JSON.stringify(
        {
          action,
          timestamp,
          signFlowId: flow.id,
          ...(isMission
            ? { customBizNum: flow.no, signResult: 2, resultDescription: '签署完成' }
            : { signFlowStatus: 2 }),
        },
        null,
        2,
      );
      const signature = createHmac('sha256', secret).update(`${timestamp}${body}`).digest('hex');
      return deliver(tamper ? body.replace(flow.id, `${flow.id}x`) : body, {
        'X-Tsign-Open-App-Id': keys.appId,
        'X-Tsign-Open-TIMESTAMP': String(timestamp),
        'X-Tsign-Open-SIGNATURE-ALGORITHM': 'hmac-sha256',
        'X-Tsign-Open-SIGNATURE': signature,
      });
    },
    close: () => void server.close(),
  };
  return provider;
}
