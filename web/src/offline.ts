// The service worker: keeps the files of the page, so that it opens and plays without a network. Vite's build hands in their names and a
// version, which changes with any of them.
declare const FILES: string[];
declare const VERSION: string;
const worker = self as unknown as ServiceWorkerGlobalScope;

worker.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll(['./', ...FILES]))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener('activate', (event) => {
  const old = (names: string[]): string[] => names.filter((name) => name !== VERSION);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  );
});

/** What is kept is answered from there; the names of files change with their content. A server may say that answers vary by origin: they do not. */
const ANY = { ignoreSearch: true, ignoreVary: true };
worker.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET') event.respondWith(caches.match(event.request, ANY).then((kept) => kept ?? fetch(event.request)));
});
