/**
 * The installed app's worker. It keeps one thing: the page that is shown when there is no network. Every page, call
 * and price comes from the server each time, so nothing private is kept and nothing old is shown.
 */
const keep = 'offline-1';
const offline = '/offline.html';

self.addEventListener('install', (event) => {
  // Past the browser's own cache: a new worker brings its new page.
  event.waitUntil(caches.open(keep).then((cache) => cache.add(new Request(offline, { cache: 'reload' }))));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      caches
        .keys()
        .then((names) =>
          Promise.all(names.filter((name) => name !== keep).map((name) => caches.delete(name))),
        ),
      // The request leaves while the worker is still starting.
      self.registration.navigationPreload?.enable(),
      self.clients.claim(),
    ]),
  );
});

async function open(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(offline)) ?? Response.error();
  }
}

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate' && event.request.method === 'GET') event.respondWith(open(event));
});
