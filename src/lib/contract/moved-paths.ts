/** Former addresses, with their present ones. */
/**
 * Old and underscore forms, each with the page that it redirects to with 301 (rules 9). `:name` is one segment. They
 * are matched alone and under their parent (`/list_info/7` and `/list/list_info/7`).
 */
export const movedPaths: readonly { from: string; to: string; parent?: string }[] = [
  { from: '/list_index', to: '/list', parent: '/list' },
  { from: '/list_table', to: '/list/table', parent: '/list' },
  { from: '/list_no_image', to: '/list/no_image', parent: '/list' },
  { from: '/list_info/:id', to: '/list/info/:id', parent: '/list' },
  { from: '/list_info_pt/:id', to: '/list/info-pt/:id', parent: '/list' },
  { from: '/search_index', to: '/search', parent: '/search' },
  { from: '/search_table', to: '/search/table', parent: '/search' },
  { from: '/xr', to: '/xr/tj' },
  { from: '/kxzq_new', to: '/kxzq/new', parent: '/kxzq' },
  { from: '/kxzq_index', to: '/kxzq/new', parent: '/kxzq_new' },
  { from: '/yx_index', to: '/yx', parent: '/yx' },
  { from: '/yx_table', to: '/yx/table', parent: '/yx' },
  { from: '/yx_rule', to: '/yx/rule', parent: '/yx' },
  { from: '/ppzq_index', to: '/ppzq', parent: '/ppzq' },
  { from: '/ppzq_index/:page', to: '/ppzq/:page', parent: '/ppzq' },
  { from: '/cart_step1', to: '/cart', parent: '/cart' },
  { from: '/cart_step2', to: '/cart/step2', parent: '/cart' },
  { from: '/cart_step3/:id', to: '/cart/step3/:id', parent: '/cart' },
  { from: '/cart_step4', to: '/cart/step4', parent: '/cart' },
  { from: '/cart_hm', to: '/cart/hm', parent: '/cart' },
  { from: '/user_hyzx', to: '/user', parent: '/user' },
  { from: '/zhzx_bdwx', to: '/zhzx/bdwx', parent: '/zhzx' },
  { from: '/zhzx_addr', to: '/zhzx/addr', parent: '/zhzx' },
  { from: '/zhzx_wdxx', to: '/zhzx/wdxx', parent: '/zhzx' },
  { from: '/wdqb_yhq', to: '/wdqb/yhq', parent: '/wdqb' },
  { from: '/wdqb_xjq', to: '/wdqb/xjq', parent: '/wdqb' },
  { from: '/wdqb_yegl', to: '/wdqb/yegl', parent: '/wdqb' },
  { from: '/wdqb_jfgl', to: '/wdqb/jfgl', parent: '/wdqb' },
  { from: '/zhzx_basic', to: '/zhzx/basic', parent: '/zhzx' },
  { from: '/zhzx_zzzj', to: '/zhzx/zzzj', parent: '/zhzx' },
  { from: '/zhzx_child', to: '/zhzx/child', parent: '/zhzx' },
  { from: '/zhzx_ddgl', to: '/zhzx/ddgl', parent: '/zhzx' },
  { from: '/zzfw_yjfk', to: '/zzfw/yjfk', parent: '/zzfw' },
  { from: '/zzfw_pzqg', to: '/zzfw/pzqg', parent: '/zzfw' },
  { from: '/zzfw_kjcg', to: '/zzfw/kjcg', parent: '/zzfw' },
  { from: '/zzfw_star', to: '/zzfw/star', parent: '/zzfw' },
  { from: '/star', to: '/zzfw/star' },
  { from: '/forget', to: '/forget/step1' },
  { from: '/forget_step1', to: '/forget/step1', parent: '/forget' },
  { from: '/forget_step2', to: '/forget/step2', parent: '/forget' },
  { from: '/forget_step3', to: '/forget/step3', parent: '/forget' },
  { from: '/register', to: '/register/step1' },
  { from: '/register_index', to: '/register/step1', parent: '/register' },
  { from: '/register_wechat', to: '/register/wechat', parent: '/register' },
  ...steps('/register', ['/register', '/register_index']),
  { from: '/register/dd', to: '/register/dd/step1' },
  { from: '/register_dd', to: '/register/dd/step1', parent: '/register' },
  ...steps('/register/dd', ['/register', '/register_dd']),
  // A group's own address leads to its first page.
  { from: '/wdqb', to: '/wdqb/yegl' },
  { from: '/zhzx', to: '/zhzx/basic' },
  { from: '/zzfw', to: '/zzfw/kjcg' },
  { from: '/order/order', to: '/order' },
  { from: '/order_order', to: '/order', parent: '/order' },
  { from: '/wdxx', to: '/zhzx/wdxx' },
  { from: '/desk/corrections', to: '/desk/countersign' },
];

/**
 * The old forms of a registration's three steps: `/register_step1` alone and under each parent, `/register_index/step1`.
 */
function steps(to: '/register' | '/register/dd', parents: readonly string[]): typeof movedPaths {
  const old = to.replaceAll('/', '_').slice(1);
  return ['step1', 'step2', 'step3'].flatMap((step) => [
    { from: `/${old}_${step}`, to: `${to}/${step}` },
    ...parents.map((parent) => ({ from: `${parent}/${old}_${step}`, to: `${to}/${step}` })),
    ...parents.slice(1).map((parent) => ({ from: `${parent}/${step}`, to: `${to}/${step}` })),
  ]);
}

/** The values of a form's `:name` in the address; undefined when the address has another form. */
function readSegments(form: string, pathname: string): [name: string, value: string][] | undefined {
  const wanted = form.split('/');
  const found = pathname.split('/');
  const fits = wanted.every((part, at) => (part.startsWith(':') ? found[at] !== '' : part === found[at]));
  if (!fits || wanted.length !== found.length) return undefined;
  return wanted.flatMap((part, at): [string, string][] =>
    part.startsWith(':') ? [[part, found[at] ?? '']] : [],
  );
}

/** The target of an old form (the caller adds its query); undefined when it is not an old form. */
export function findMoved(pathname: string): string | undefined {
  let end = pathname.length;
  while (end > 1 && pathname[end - 1] === '/') end -= 1;
  const clean = pathname.slice(0, end);
  for (const { from, to, parent } of movedPaths) {
    for (const prefix of parent ? ['', parent] : ['']) {
      const values = readSegments(prefix + from, clean);
      if (values) return values.reduce((result, [name, value]) => result.replace(name, () => value), to);
    }
  }
  return undefined;
}
