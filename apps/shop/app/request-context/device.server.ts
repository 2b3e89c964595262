/** Browser and system names with their patterns, most specific first: most browsers also claim to be another. */
const browsers: readonly (readonly [string, RegExp])[] = [
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Opera", /\b(OPR|Opera)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ["Safari", /\bVersion\/[\d.]+ .*Safari\//],
];
const systems: readonly (readonly [string, RegExp])[] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
];

const userAgentMax = 500;

/** Describes a browser from its `User-Agent`, such as "Firefox, Android"; undefined when neither part is recognised. */
export function deviceOf(userAgent: string | undefined): string | undefined {
  const text = (userAgent ?? "").slice(0, userAgentMax);
  const named = (among: typeof browsers) => among.find(([, shape]) => shape.test(text))?.[0];
  const words = [named(browsers), named(systems)].filter((word) => word !== undefined);
  return words.length === 0 ? undefined : words.join(", ");
}
