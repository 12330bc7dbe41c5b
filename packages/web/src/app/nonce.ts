/** The nonce of this page's answer. Without it the browser drops every style element that a script adds. */

/** The library that locks scrolling behind dialogs reads it here, and nowhere else. */
declare global {
  var __webpack_nonce__: string | undefined;
}

const meta = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]');

export const styleNonce = meta?.content ?? '';
globalThis.__webpack_nonce__ = styleNonce;
