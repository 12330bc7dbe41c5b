/** From where and with which client a sign-in comes, in words that its user recognises later. */

export interface Visitor {
  readonly ip: string;
  /** `Firefox`, `Synapse CLI`; null when it does not say. */
  readonly browser: string | null;
  /** `Linux`, `iPhone`; null when it does not say. */
  readonly system: string | null;
}

/** Every browser also claims to be the ones before it, so the order matters. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** A header may be long and hold anything. Only known words leave here, or the first one of its own. */
export function describeVisitor(ip: string, userAgent: string | undefined, isCommandLine: boolean): Visitor {
  if (isCommandLine) return { ip, browser: 'Synapse CLI', system: null };
  const text = (userAgent ?? '').slice(0, 512);
  const own = /^[A-Za-z][\w.-]{0,30}/.exec(text)?.[0] ?? null;
  return { ip, browser: nameIn(text, BROWSERS) ?? own, system: nameIn(text, SYSTEMS) };
}

function nameIn(text: string, names: readonly (readonly [RegExp, string])[]): string | null {
  return names.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
