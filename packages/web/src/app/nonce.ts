/** The nonce of this page's answer: without it the browser drops every style element that a script adds. */

/** Read by the library that locks scrolling behind dialogs, which knows no other way. */
declare global {
  var __webpack_nonce__: string | undefined;
}

const meta = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]');

export const styleNonce = meta?.content ?? '';
globalThis.__webpack_nonce__ = styleNonce;
